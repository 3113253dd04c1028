package talpa.agent.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogTextTest {
  @ParameterizedTest
  @CsvSource({
    "nothing to do, nothing to do",
    "a.B$$Lambda$14/0x00ff12, a.B$$ExternalSyntheticLambda0",
    "at _Display_$$Reflector96.id(Unknown Source), at _Display_$$Reflector.id(Unknown Source)",
    "jdk.proxy3.$Proxy17 and $Proxy9 and jdk.proxy3.$Proxy17, $Proxy0 and $Proxy1 and $Proxy0",
    "a.B@1a2b3c and View{77aabb V.ED} and a.B@1a2b3c, a.B@1 and View{2 V.ED} and a.B@1",
  })
  void isTheSameInEveryRun(String message, String want) {
    assertEquals(want, new LogText().of(message));
  }

  @Test
  void leavesReflectionOut() {
    String trace = "x\n\tat a.B.c(B.java:1)\n\tat java.base/jdk.internal.reflect.M.n(M.java:2)\n";
    assertEquals("x\n\tat a.B.c(B.java:1)\n", new LogText().of(trace));
  }

  @Test
  void numbersAnewForTheNextApp() {
    LogText t = new LogText();
    t.of("a@11111 $Proxy4");
    t.reset();
    assertEquals("b@1 $Proxy0", t.of("b@22222 $Proxy5"));
  }
}
