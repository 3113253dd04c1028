package talpa.agent.bridge;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class UnloadedTest {
  @Test
  void isFoundBelowWhatWrapsIt() {
    Throwable t = new RuntimeException("in background", new Unloaded("x.Main"));
    assertTrue(Unloaded.isCauseOf(t));
    assertTrue(Unloaded.isCauseOf(new ExceptionInInitializerError(t)));
    assertFalse(Unloaded.isCauseOf(new RuntimeException(new NoClassDefFoundError("x.Main"))));
  }

  @Test
  void endsOnCausesThatGoRound() {
    Throwable a = new RuntimeException();
    Throwable b = new RuntimeException(a);
    a.initCause(b);
    assertFalse(Unloaded.isCauseOf(a));
  }
}
