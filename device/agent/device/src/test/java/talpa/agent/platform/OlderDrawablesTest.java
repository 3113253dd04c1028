package talpa.agent.platform;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import talpa.agent.bridge.FrameworkXml;
import talpa.agent.bridge.Level;
import talpa.agent.bridge.Platform;
import talpa.agent.process.Behavior;
import talpa.agent.process.TargetVersion;

class OlderDrawablesTest {
  @AfterEach
  void newest() {
    Level.set(Platform.API, "15");
  }

  @Test
  void numbersOfPaths() {
    Level.set(21, "5.0.2");
    for (String good : new String[] {"M4,4 h16v-3.5 z", "M.5-2-3,4Z", " m1 , 2 l3  4", "z", ""}) {
      assertDoesNotThrow(() -> OlderDrawables.path(good), good);
    }
    for (String bad : new String[] {"M4,4c1.1.9 2,2 3,3z", "M1e-5,2"}) {
      assertThrows(NumberFormatException.class, () -> OlderDrawables.path(bad), bad);
    }
    Level.set(22, "5.1.1");
    assertDoesNotThrow(() -> OlderDrawables.path("M4,4c1.1.9 2,2 3,3z"));
  }

  @Test
  void pathsOfTheFrameworkAreReadAsEver() {
    Level.set(21, "5.0.2");
    FrameworkXml.begin(0x01080001);
    assertDoesNotThrow(() -> OlderDrawables.path("M4,4c1.1.9 2,2 3,3z"));
    FrameworkXml.end();
  }

  @Test
  void theme() {
    assertFalse(OlderDrawables.withoutTheme());
    Level.set(19, "4.4.2");
    assertTrue(OlderDrawables.withoutTheme());
  }

  @Test
  void changesOfBehavior() {
    assertTrue(Behavior.has("device-identifiers"));
    Level.set(28, "9");
    assertFalse(Behavior.has("device-identifiers"));
    assertThrows(IllegalArgumentException.class, () -> Behavior.has("luck"));
  }

  @Test
  void frameworkKnowsNoLaterTarget() {
    Level.set(19, "4.4.2");
    assertEquals(19, TargetVersion.known(29));
    assertEquals(14, TargetVersion.known(14));
  }
}
