'use strict';
(() => {
  const byId = id => document.getElementById(id);
  const list = byId('list');
  const cards = [...list.children].map(card => ({
    card,
    text: card.textContent.toLowerCase(),
    number: +card.dataset.number,
    size: +card.dataset.size,
    farthest: +card.dataset.farthest,
    leastAlike: +card.dataset.leastAlike,
  }));
  const orders = {
    number: (a, b) => a.number - b.number,
    size: (a, b) => b.size - a.size || a.number - b.number,
    leastAlike: (a, b) => a.leastAlike - b.leastAlike || b.farthest - a.farthest || a.number - b.number,
    farthest: (a, b) => b.farthest - a.farthest || a.leastAlike - b.leastAlike || a.number - b.number,
  };

  function show() {
    const words = byId('filter').value.toLowerCase().split(/\s+/).filter(Boolean);
    const minSize = +byId('minSize').value || 2;
    let shown = 0;
    for (const one of cards) {
      const fits = one.size >= minSize && words.every(word => one.text.includes(word));
      one.card.hidden = !fits;
      shown += fits;
    }
    byId('shown').textContent = `${shown} of ${cards.length}`;
  }

  function sort() {
    list.append(...cards.sort(orders[byId('sort').value]).map(one => one.card));
  }

  byId('filter').addEventListener('input', show);
  byId('minSize').addEventListener('input', show);
  byId('sort').addEventListener('change', sort);
  byId('toggle').addEventListener('click', event => {
    const open = event.target.getAttribute('aria-pressed') !== 'true';
    list.querySelectorAll('details').forEach(details => { details.open = open; });
    event.target.setAttribute('aria-pressed', open);
    event.target.textContent = open ? 'Close all' : 'Open all';
  });
  sort();
  show();
})();
