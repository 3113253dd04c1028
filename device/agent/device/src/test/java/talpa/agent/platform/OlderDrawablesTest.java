package talpa.agent.platform;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.view.InflateException;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.xmlpull.v1.XmlPullParser;
import org.xmlpull.v1.XmlPullParserException;
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

  private static XmlPullParser parser() {
    return (XmlPullParser)
        Proxy.newProxyInstance(
            OlderDrawablesTest.class.getClassLoader(),
            new Class<?>[] {XmlPullParser.class},
            (proxy, m, args) -> "line #2");
  }

  @Test
  void elementsOfALaterLevelAreNoDrawables() throws XmlPullParserException {
    XmlPullParser p = parser();
    OlderDrawables.element("ripple", p);
    Level.set(23, "6.0.1");
    OlderDrawables.element("ripple", p);
    OlderDrawables.element("selector", p);
    Exception e =
        assertThrows(
            XmlPullParserException.class, () -> OlderDrawables.element("adaptive-icon", p));
    assertEquals("line #2: invalid drawable tag adaptive-icon", e.getMessage());
    Level.set(19, "4.4.2");
    assertThrows(XmlPullParserException.class, () -> OlderDrawables.element("ripple", p));
    FrameworkXml.begin(0x01080001);
    assertDoesNotThrow(() -> OlderDrawables.element("ripple", p), "the framework's own");
    FrameworkXml.end();
  }

  @Test
  void otherElementsAreClassesOnceTheyCanBe() throws XmlPullParserException {
    XmlPullParser p = parser();
    OlderDrawables.element("com.example.Drawable", p);
    Level.set(23, "6.0.1");
    assertThrows(
        XmlPullParserException.class, () -> OlderDrawables.element("com.example.Drawable", p));
  }

  @Test
  void betweenTheTwoALaterElementIsAMissingClass() {
    Level.set(25, "7.1.1");
    Exception e =
        assertThrows(
            InflateException.class, () -> OlderDrawables.element("adaptive-icon", parser()));
    assertEquals("Class not found adaptive-icon", e.getMessage());
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
