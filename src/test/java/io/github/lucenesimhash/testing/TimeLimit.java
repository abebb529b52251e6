package io.github.lucenesimhash.testing;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.lang.reflect.Constructor;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Applies the time limit of test methods to code that Jupiter does not limit: dynamic tests, and
 * the constructor of a test class with its static initializer.
 */
public final class TimeLimit implements InvocationInterceptor {

  @Override
  public void interceptDynamicTest(
      Invocation<Void> test, DynamicTestInvocationContext its, ExtensionContext context)
      throws Throwable {
    limited(test, context);
  }

  @Override
  public <T> T interceptTestClassConstructor(
      Invocation<T> constructor,
      ReflectiveInvocationContext<Constructor<T>> its,
      ExtensionContext context)
      throws Throwable {
    return limited(constructor, context);
  }

  private static <T> T limited(Invocation<T> invocation, ExtensionContext context)
      throws Throwable {
    Optional<String> seconds =
        context.getConfigurationParameter(Timeout.DEFAULT_TIMEOUT_PROPERTY_NAME);
    return seconds.isEmpty()
        ? invocation.proceed()
        : assertTimeoutPreemptively(
            Duration.ofSeconds(Long.parseLong(seconds.get())), invocation::proceed);
  }
}
