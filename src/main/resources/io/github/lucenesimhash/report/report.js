'use strict';
(() => {
  const AT_A_TIME = 20; // groups
  const MEMBERS = 10; // of a group, until more are asked for
  const MORE_MEMBERS = 100;
  const PAUSE = 50; // milliseconds between signs of life while the page is read
  const LONGEST_ID = 80; // characters
  const UNSEEN = /((?![\t\n])[\p{C}\p{Zl}\p{Zp}\u034f\u115f\u1160\u3164\uffa0])/u;
  const ESCAPED = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\\(?=u[0-9a-f]{4})/gu;

  const byId = id => document.getElementById(id);
  const narrow = matchMedia('(max-width: 44rem)');
  const list = byId('list');
  const groups = [];
  let shown = [];
  let words = [];
  let isOpen = null; // of members: the first of each group
  let isSaved = true;

  // --- groups

  const doubtful = (a, b) => (a.alike ?? 1) - (b.alike ?? 1) || b.bits - a.bits;
  const orders = {
    number: (a, b) => a.number - b.number,
    size: (a, b) => b.size - a.size || a.number - b.number,
    leastAlike: (a, b) => a.leastAlike - b.leastAlike || b.farthest - a.farthest || a.number - b.number,
    farthest: (a, b) => b.farthest - a.farthest || a.leastAlike - b.leastAlike || a.number - b.number,
  };

  function read(part) {
    for (const line of part.textContent.split('\n')) {
      if (line) {
        const group = JSON.parse(line);
        group.members.sort(doubtful);
        group.size = group.members.length + 1;
        group.leastAlike = group.members[0].alike ?? 1; // unknown sorts as wholly alike
        group.farthest = group.members.reduce((most, member) => Math.max(most, member.bits), 0);
        groups.push(group);
      }
    }
    part.remove();
  }

  const sideOf = (member, side) =>
    member.parts.map(part => typeof part === 'string' ? part : Array.isArray(part) ? part[side] : '\n').join('');

  function textOf(member) {
    member.text ??= [member.id, sideOf(member, 0), sideOf(member, 1)].join('\n').toLowerCase();
    return member.text;
  }

  const changes = member => member.parts.filter(part => Array.isArray(part));
  const numbersIn = text => (text.normalize('NFKC').match(/\p{N}+/gu) ?? []).join(' ');
  /** Whether not all that differs is in the page. */
  const isCut = member => Boolean(member.compared) || member.parts.some(part => part.more)
    || changes(member).some(part => part[2] || part[3]);
  const differsInNumbers = member => isCut(member) || changes(member).some(part => numbersIn(part[0]) !== numbersIn(part[1]));

  const hasAll = member => words.every(word => textOf(member).includes(word))
    && (!byId('numbers').checked || differsInNumbers(member));
  const fits = group => words.every(word =>
    group.id.toLowerCase().includes(word) || group.members.some(member => textOf(member).includes(word)))
    && (!byId('numbers').checked || group.members.some(differsInNumbers));

  function select() {
    words = byId('filter').value.toLowerCase().split(/\s+/).filter(Boolean);
    const minSize = +byId('minSize').value || 2;
    shown = groups.filter(group => group.size >= minSize && fits(group));
    shown.sort(orders[byId('sort').value]);
  }

  function show() {
    select();
    list.replaceChildren();
    grow();
  }

  function grow() {
    const from = list.childElementCount;
    list.append(...shown.slice(from, from + AT_A_TIME).map(card));
    count();
    sentinel.unobserve(byId('end'));
    if (list.childElementCount < shown.length) {
      sentinel.observe(byId('end'));
    }
  }

  function count() {
    byId('shown').textContent = `${number(shown.length)} of ${number(groups.length)} groups`;
    byId('end').textContent = shown.length ? '' : 'No group fits.';
  }

  const sentinel = new IntersectionObserver(
    entries => entries.some(entry => entry.isIntersecting) && grow(), {rootMargin: '1500px'});

  // --- elements: texts get into them as text only

  const number = value => value.toLocaleString('en');
  const counted = (value, one, many) => `${number(value)} ${value === 1 ? one : many}`;

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
  }

  const button = (kind, label, ...children) =>
    element('button', {type: 'button', class: kind, title: label, 'aria-label': label}, ...children);

  /** What is not seen goes by its code. */
  const seen = text => text.replaceAll('\r', '').split(UNSEEN).map((piece, i) => i % 2 === 0 ? piece
    : element('i', {class: 'code'}, 'U+' + piece.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')));

  /** A long id without its middle: it starts with a folder and ends with a name. */
  function short(id) {
    const all = [...id];
    const half = LONGEST_ID / 2;
    return all.length <= LONGEST_ID ? seen(id)
      : [...seen(all.slice(0, half).join('')), '…', ...seen(all.slice(-half).join(''))];
  }

  /** The id, which leads to the document's file if it has one, and a button to copy it. */
  function named(one) {
    const id = one.link
      ? element('a', {href: one.link, class: 'name', target: '_blank', rel: 'noopener noreferrer'}, ...short(one.id))
      : element('span', {class: 'name'}, ...short(one.id));
    id.title = one.id;
    const copy = button('copy', 'Copy id');
    copy.addEventListener('click', event => {
      event.preventDefault(); // a row stays open or closed
      id.replaceChildren(...seen(one.id));
      getSelection().selectAllChildren(id); // where pages of files have no clipboard
      navigator.clipboard?.writeText(one.id).then(() => copy.classList.add('copied'), () => {});
    });
    return [id, copy];
  }

  const fact = (value, unit, before = '') => element('span', {}, before, element('b', {}, value), ' ' + unit);

  const folded = text => text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  /** Without spaces and punctuation, but for signs and what may be one before a digit. */
  const lettersIn = text => folded(text).replace(/\s+/gu, ' ').replace(/(?![#%&\u2030])[\p{P}\p{Z}](?!\p{N})/gu, '');

  /** How texts are equal, in words; undefined if they are not, or that is not known. */
  function equality(member) {
    const all = changes(member);
    if (isCut(member)) {
      return undefined;
    }
    return all.length === 0 ? 'equal'
      : all.every(part => folded(part[0]) === folded(part[1])) ? 'equal but for width or case'
      : lettersIn(sideOf(member, 0)) === lettersIn(sideOf(member, 1)) ? 'equal but for punctuation' : undefined;
  }

  /** The same of all members of a group that share all features. */
  function equalityOf(group) {
    const first = group.farthest === 0 && group.leastAlike === 1 ? equality(group.members[0]) : undefined;
    return first && group.members.every(member => equality(member) === first) ? first : undefined;
  }

  /** A resemblance is rounded down; what differs where all features are the same is no word. */
  function facts(inWords, bits, alike, most, contained) {
    if (inWords || (bits === 0 && alike === 1)) {
      return [element('span', {}, inWords ?? 'same words')];
    }
    const shownFacts = [fact(number(bits), bits === 1 ? 'bit' : 'bits', most ? 'up to ' : '')];
    if (alike === 1) {
      shownFacts.push(fact('same', 'words'));
    } else if (alike !== undefined) {
      shownFacts.push(fact((Math.floor(alike * 1000) / 1000).toFixed(3), 'alike' + (most ? ' or more' : '')));
      if (contained !== undefined) {
        shownFacts.push(fact((Math.floor(contained * 1000) / 1000).toFixed(3), 'contained'));
      }
    }
    return shownFacts;
  }

  function card(group) {
    const size = element('span', {}, element('b', {}, number(group.size)), ' documents');
    const made = element('article', {class: 'group'},
      element('header', {},
        element('h3', {}, ...named(group)),
        element('p', {class: 'facts'}, size, ...facts(equalityOf(group), group.farthest, group.members[0].alike, group.size > 2))));
    const members = words.length || byId('numbers').checked
      ? [...group.members.filter(hasAll), ...group.members.filter(member => !hasAll(member))]
      : group.members;
    let next = 0;
    const add = upTo => {
      for (; next < Math.min(upTo, members.length); next++) {
        made.append(row(group, members[next], isOpen ?? next === 0));
      }
      if (next < members.length) {
        const more = button('more', 'Show more of the group', `${number(members.length - next)} more`);
        more.addEventListener('click', () => { more.remove(); add(next + MORE_MEMBERS); });
        made.append(more);
      }
    };
    add(MEMBERS);
    return made;
  }

  function row(group, member, open) {
    const details = element('details', {},
      element('summary', {},
        element('span', {class: 'id'}, ...named(member)),
        element('span', {class: 'facts'}, ...facts(equality(member), member.bits, member.alike, false, member.contained))));
    const fill = () => details.childElementCount > 1 || details.append(pair(member));
    details.addEventListener('toggle', () => details.open && fill());
    if (open) {
      details.open = true;
      fill();
    }
    const mark = button('mark', 'Not a duplicate', '≠', element('span', {}, ' not a duplicate'));
    const made = element('div', {class: 'member'}, details, mark);
    const showMark = () => {
      mark.setAttribute('aria-pressed', Boolean(member.isMarked));
      made.classList.toggle('marked', Boolean(member.isMarked));
    };
    mark.addEventListener('click', () => {
      member.isMarked = !member.isMarked;
      showMark();
      showMarks();
    });
    showMark();
    return made;
  }

  /** The two texts in two columns, or one after the other change by change; Chinese says so, for the right shapes of its characters. */
  function pair(member) {
    const made = element('div', {class: 'pair'});
    let cells = null;
    const gap = text => {
      endRow();
      made.append(element('p', {class: 'gap'}, text));
    };
    const endRow = () => {
      for (const cell of cells ?? []) {
        const text = cell.textContent;
        if ((text.match(/\p{sc=Han}/gu)?.length ?? 0) * 10 > text.length) {
          cell.lang = /[\p{sc=Hira}\p{sc=Kana}]/u.test(text) ? 'ja' : 'zh';
        }
      }
      cells = null;
    };
    for (const part of member.parts) {
      if (typeof part === 'number') {
        gap(counted(part, 'character alike', 'characters alike'));
      } else if (part.more) {
        gap(counted(part.more, 'more difference', 'more differences'));
      } else {
        if (!cells) {
          cells = Array.from({length: narrow.matches ? 1 : 2}, () => element('div', {dir: 'auto'}));
          made.append(element('div', {class: 'row'}, ...cells));
        }
        if (typeof part === 'string') {
          cells.forEach(cell => cell.append(...seen(part)));
          continue;
        }
        [0, 1].forEach(side => {
          const cell = cells[side] ?? cells[0];
          if (part[side] || part[side + 2]) {
            cell.append(element(side ? 'ins' : 'del', {}, ...seen(part[side])));
            if (part[side + 2]) {
              cell.append(element('i', {class: 'code'}, `… ${counted(part[side + 2], 'character', 'characters')}`));
            }
          }
        });
      }
    }
    endRow();
    if (member.parts.every(part => typeof part !== 'object')) {
      gap('no word differs');
    }
    if (member.compared) {
      gap(`only the first ${number(member.compared)} characters are compared`);
    }
    return made;
  }

  // --- marks

  /** An id as the command line prints it: on one line, and read again by --decisions. */
  const oneLine = id => id.replace(ESCAPED, c => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));

  const lines = () => groups.flatMap(group => group.members.filter(member => member.isMarked)
    .map(member => `${oneLine(group.id)}\t${oneLine(member.id)}\tnot\n`));

  function showMarks() {
    const all = lines();
    isSaved = all.length === 0;
    byId('marks').hidden = isSaved;
    byId('marked').textContent = counted(all.length, 'pair is marked: not duplicates.', 'pairs are marked: not duplicates.');
    byId('lines').value = all.join('');
  }

  byId('save').addEventListener('click', () => {
    const href = URL.createObjectURL(new Blob(lines(), {type: 'text/tab-separated-values'}));
    element('a', {href, download: 'not-duplicates.tsv'}).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
    isSaved = true;
  });

  byId('print').addEventListener('click', event => {
    const isShown = event.target.getAttribute('aria-pressed') !== 'true';
    event.target.setAttribute('aria-pressed', isShown);
    event.target.textContent = isShown ? 'Hide lines' : 'Show lines';
    byId('lines').hidden = !isShown;
    byId('lines').select();
  });

  addEventListener('beforeunload', event => isSaved || event.preventDefault());

  // --- controls

  byId('filter').addEventListener('input', show);
  byId('minSize').addEventListener('input', show);
  byId('numbers').addEventListener('change', show);
  narrow.addEventListener('change', show);
  byId('sort').addEventListener('change', show);
  byId('toggle').addEventListener('click', event => {
    isOpen = !isOpen;
    list.querySelectorAll('details').forEach(details => { details.open = isOpen; });
    event.target.setAttribute('aria-pressed', isOpen);
    event.target.textContent = isOpen ? 'Close all' : 'Open all';
  });

  async function readAll() {
    let last = performance.now();
    for (const part of document.querySelectorAll('.groups')) {
      read(part);
      if (performance.now() - last > PAUSE) {
        byId('shown').textContent = `reading: ${number(groups.length)} groups`;
        await new Promise(resolve => { setTimeout(resolve); });
        last = performance.now();
      }
    }
    const before = shown.slice(0, list.childElementCount);
    select();
    if (before.every((group, i) => group === shown[i])) {
      grow();
    } else {
      show();
    }
  }

  document.querySelector('.controls').hidden = false;
  read(document.querySelector('.groups'));
  show();
  document.addEventListener('DOMContentLoaded', readAll);
})();
