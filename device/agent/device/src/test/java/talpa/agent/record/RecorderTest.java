package talpa.agent.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import talpa.agent.process.PerApp;

class RecorderTest {
  private static final String OWN = "Ltalpa/agent/record/RecorderTest;";

  @BeforeEach
  void noApp() {
    PerApp.drop();
  }

  private static String taken() {
    return new String(Recorder.take().bytes(), StandardCharsets.UTF_8);
  }

  private static boolean[] probes(int count, String... table) {
    return Recorder.probes(MethodHandles.lookup(), "probes", boolean[].class, count, table);
  }

  @Test
  void aClassIsToldOfWhenAProbeOfItIsHit() {
    boolean[] hits = probes(3, "a\n", "b\n");
    assertEquals("", taken());
    hits[1] = true;
    assertEquals("+\t" + OWN + "\na\nb\n=\t0\t1\n", taken());
  }

  @Test
  void hitsAreToldOnceAndTheTableToo() {
    boolean[] hits = probes(3, "a\n");
    hits[0] = true;
    hits[2] = true;
    assertEquals("+\t" + OWN + "\na\n=\t0\t0\t2\n", taken());
    assertEquals("", taken());
    hits[2] = true;
    assertEquals("=\t0\t2\n", taken());
  }

  @Test
  void classesAreNumberedInTheOrderInWhichTheyAreTold() {
    boolean[] first = probes(1, "a\n");
    boolean[] second = probes(1, "b\n");
    second[0] = true;
    assertTrue(taken().endsWith("b\n=\t0\t0\n"));
    first[0] = true;
    second[0] = true;
    assertEquals("+\t" + OWN + "\na\n=\t1\t0\n=\t0\t0\n", taken());
  }

  @Test
  void theNextAppBeginsWithNothing() {
    boolean[] old = probes(1, "a\n");
    PerApp.drop();
    old[0] = true;
    assertEquals("", taken(), "a thread of the app before still ran");
    probes(1, "b\n")[0] = true;
    assertTrue(taken().endsWith("b\n=\t0\t0\n"));
  }

  @Test
  void aClassWithoutHitsTakesNoNumber() {
    ClassProbes c = new ClassProbes(RecorderTest.class, 2, "t\n");
    StringBuilder out = new StringBuilder();
    assertFalse(c.take(out, 7));
    assertEquals("", out.toString());
    c.hits()[1] = true;
    assertTrue(c.take(out, 7));
    c.hits()[0] = true;
    assertFalse(c.take(out, 8), "it has one");
    assertEquals("+\t" + OWN + "\nt\n=\t7\t1\n=\t7\t0\n", out.toString());
  }
}
