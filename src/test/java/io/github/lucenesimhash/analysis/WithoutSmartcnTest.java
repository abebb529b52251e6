package io.github.lucenesimhash.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The module lucene-analysis-smartcn is optional: only schemes that need it fail without it. */
class WithoutSmartcnTest {

  @Test
  void onlySchemesThatNeedItAskForIt() throws Exception {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (!entry.contains("smartcn")) {
        urls.add(Path.of(entry).toUri().toURL());
      }
    }
    try (URLClassLoader library =
        new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      Method parse =
          library.loadClass(FingerprintScheme.class.getName()).getMethod("parse", String.class);
      for (String scheme : List.of("standard", "en", "char")) {
        assertEquals(FingerprintScheme.parse(scheme).toString(), "" + parse.invoke(null, scheme));
      }
      for (String scheme : List.of("zh", "classic-words", "zh")) {
        Throwable e =
            assertThrows(InvocationTargetException.class, () -> parse.invoke(null, scheme))
                .getCause();
        assertInstanceOf(IllegalStateException.class, e);
        assertEquals(
            "scheme 'zh' needs Lucene's module lucene-analysis-smartcn on the class path",
            e.getMessage());
      }
    }
  }
}
