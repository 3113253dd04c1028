package talpa.agent.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LevelTest {
  @AfterEach
  void newest() {
    Level.set(Platform.API, "15");
  }

  @Test
  void olderLevel() {
    assertFalse(Level.isOlder());
    Level.set(21, "5.0.2");
    assertTrue(Level.isOlder() && Level.has(21) && !Level.has(22));
    assertEquals("5.0.2", Level.release());
  }

  @Test
  void levelsThatThereAreNot() {
    for (int level : new int[] {0, 15, 36}) {
      assertThrows(IllegalArgumentException.class, () -> Level.set(level, "x"));
    }
  }

  @Test
  void xmlOfTheFrameworkAndWhatIsReadInside() {
    Level.set(19, "4.4.2");
    FrameworkXml.begin(0x7f010001);
    assertFalse(FrameworkXml.reading());
    FrameworkXml.begin(0x01080001);
    FrameworkXml.begin(0x7f010002);
    assertTrue(FrameworkXml.reading(), "the app's resource inside of the framework's");
    FrameworkXml.end();
    assertTrue(FrameworkXml.reading());
    FrameworkXml.end();
    assertFalse(FrameworkXml.reading());
    FrameworkXml.end();
    assertFalse(FrameworkXml.reading());
  }

  @Test
  void newestLevelKeepsNoAccount() {
    FrameworkXml.begin(0x01080001);
    assertFalse(FrameworkXml.reading());
  }
}
