package io.github.lucenesimhash.testing;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;

/** A dynamic test may take as long as a test method: Jupiter limits only those. */
public final class DynamicTestLimit implements InvocationInterceptor {

  @Override
  public void interceptDynamicTest(
      Invocation<Void> test, DynamicTestInvocationContext its, ExtensionContext context)
      throws Throwable {
    Optional<String> seconds =
        context.getConfigurationParameter(Timeout.DEFAULT_TIMEOUT_PROPERTY_NAME);
    if (seconds.isPresent()) {
      assertTimeoutPreemptively(Duration.ofSeconds(Long.parseLong(seconds.get())), test::proceed);
    } else {
      test.proceed();
    }
  }
}
