package talpa.agent.build;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ArchiveMainTest {
  @Test
  void classesOfTheJdkAndShapesOfMethodHandles() {
    List<String> loaded =
        List.of(
            "# a comment",
            "java/lang/Object id: 0",
            "sun/misc/Unsafe id: 7",
            "talpa/agent/Main id: 8",
            "javafake/Thing id: 9",
            "@lambda-proxy java/util/stream/Collectors get ()V",
            "@lambda-form-invoker [LF_RESOLVE] java.lang.invoke.DirectMethodHandle$Holder newI L_L",
            "@lambda-form-invoker [LF_RESOLVE] java.lang.invoke.Invokers$Holder exactInvoker L3_V");
    assertEquals(
        List.of("java/lang/Object", "sun/misc/Unsafe", loaded.get(6)), ArchiveMain.wanted(loaded));
  }
}
