package talpa.agent.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

class BlameTest {
  private static final List<String> NULLS = List.of("IPackageManager.getX");

  @Test
  void namesMadeUpNullsWithNullPointersOnly() {
    List<String> named = List.of("IPackageManager.getX (null was made up)");
    assertEquals(named, Blame.modelled(bare(new NullPointerException()), NULLS));
    Throwable wrapped = bare(new RuntimeException(bare(new NullPointerException())));
    assertEquals(named, Blame.modelled(wrapped, NULLS));
    assertEquals(List.of(), Blame.modelled(bare(new IllegalStateException()), NULLS));
  }

  @Test
  void tellsTheLimitsOfTheVirtualMachine() {
    assertEquals("memory", Blame.limit(new OutOfMemoryError("Java heap space")));
    assertEquals(
        "memory",
        Blame.limit(
            new OutOfMemoryError(
                "unable to create native thread: possibly out of memory or process/resource limits"
                    + " reached")));
    assertEquals("stack", Blame.limit(new RuntimeException(new StackOverflowError())));
  }

  @Test
  void takesNoErrorThatCodeThrowsItselfForALimit() {
    assertNull(Blame.limit(new OutOfMemoryError("bitmap size exceeds VM budget")));
    assertNull(Blame.limit(new OutOfMemoryError()));
    assertNull(Blame.limit(new IllegalStateException("Java heap space")));
  }

  @Test
  void survivesAnExceptionWhoseOwnCodeFails() {
    Throwable hostile =
        new RuntimeException() {
          private static final long serialVersionUID = 1L;

          @Override
          public synchronized Throwable getCause() {
            throw new AssertionError();
          }
        };
    assertNull(Blame.limit(hostile));
    assertEquals(1, Blame.modelled(hostile, NULLS).size());
  }

  @Test
  void endsWithCausesThatAreACircle() {
    RuntimeException one = new RuntimeException();
    one.initCause(new RuntimeException(one));
    assertNull(Blame.limit(one));
  }

  /** Without a stack, on which this test would count as the app. */
  private static Throwable bare(Throwable t) {
    t.setStackTrace(new StackTraceElement[0]);
    return t;
  }
}
