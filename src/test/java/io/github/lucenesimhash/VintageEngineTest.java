package io.github.lucenesimhash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.lucenesimhash.analysis.TestSimHashFilterFactory;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.DiscoveryFilter;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.DiscoverySelectors;

/** Without the vintage engine every LuceneTestCase would be skipped in silence. */
class VintageEngineTest {

  @Test
  void lucenesTestCasesAreFound() {
    TestEngine vintage =
        ServiceLoader.load(TestEngine.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(engine -> engine.getId().equals("junit-vintage"))
            .findFirst()
            .orElseThrow();
    TestDescriptor found =
        vintage.discover(
            new OneClass(TestSimHashFilterFactory.class), UniqueId.forEngine("junit-vintage"));
    Set<String> methods =
        found.getDescendants().stream()
            .filter(TestDescriptor::isTest)
            .map(TestDescriptor::getDisplayName)
            .filter(name -> name.startsWith("testSpi"))
            .collect(Collectors.toSet());
    assertEquals(1, methods.size(), methods.toString());
  }

  private record OneClass(Class<?> testClass) implements EngineDiscoveryRequest {

    @Override
    public <T extends DiscoverySelector> List<T> getSelectorsByType(Class<T> type) {
      DiscoverySelector selector = DiscoverySelectors.selectClass(testClass);
      return type.isInstance(selector) ? List.of(type.cast(selector)) : List.of();
    }

    @Override
    public <T extends DiscoveryFilter<?>> List<T> getFiltersByType(Class<T> type) {
      return List.of();
    }

    @Override
    public ConfigurationParameters getConfigurationParameters() {
      return new NoParameters();
    }
  }

  private static final class NoParameters implements ConfigurationParameters {

    @Override
    public Optional<String> get(String key) {
      return Optional.empty();
    }

    @Override
    public Optional<Boolean> getBoolean(String key) {
      return Optional.empty();
    }

    @Override
    public Set<String> keySet() {
      return Set.of();
    }
  }
}
