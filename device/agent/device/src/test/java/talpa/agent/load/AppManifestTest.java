package talpa.agent.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AppManifestTest {
  /** A manifest of the package com.example with these facts: name, value, name, value. */
  private static AppManifest manifest(String... facts) {
    Map<String, String> m = new HashMap<>(Map.of("manifest.package", "com.example"));
    for (int i = 0; i < facts.length; i += 2) {
      m.put(facts[i], facts[i + 1]);
    }
    return new AppManifest(Path.of("base.apk"), m);
  }

  @Test
  void anAppThatSaysNothingIsOfAndroid1() {
    AppManifest m = manifest();
    assertEquals(1, m.getMinSdkVersion());
    assertEquals(1, m.target());
    assertEquals("com.example", m.packageId());
    assertNull(m.applicationClass());
    assertNull(m.getAppComponentFactory());
    assertFalse(m.backByCallbacks());
    assertEquals(Map.of(), m.backOfActivities());
  }

  @Test
  void withoutATargetTheMinimumIsIt() {
    AppManifest m = manifest("uses-sdk.minSdkVersion", "21");
    assertEquals(21, m.getMinSdkVersion());
    assertEquals(21, m.target());
  }

  @ParameterizedTest
  @CsvSource({"19, 19", "34, 34", "O, 35", "VanillaIceCream, 35", "'', 35"})
  void aTargetIsANumberOrTheNameOfAPreview(String written, int target) {
    assertEquals(
        target,
        manifest("uses-sdk.minSdkVersion", "4", "uses-sdk.targetSdkVersion", written).target());
  }

  @ParameterizedTest
  @CsvSource({
    ".App, com.example.App",
    "App, com.example.App",
    "org.other.App, org.other.App",
    ".deep.App, com.example.deep.App",
    "Outer$App, com.example.Outer$App",
    "'',",
  })
  void classesAreNamedFromTheirPackage(String written, String name) {
    AppManifest m =
        manifest("application.name", written, "application.appComponentFactory", written);
    assertEquals(name, m.applicationClass());
    assertEquals(name, m.getAppComponentFactory());
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "1, true", "true, true", "0, false", "false, false"})
  void truthIsANumberInABinaryManifest(String written, boolean yes) {
    assertEquals(yes, manifest("application." + ManifestFacts.BACK, written).backByCallbacks());
  }

  @Test
  void activitiesSpeakForThemselves() {
    String prefix = "activity." + ManifestFacts.BACK + ".";
    Map<String, Boolean> said =
        manifest(prefix + ".One", "-1", prefix + "org.other.Two", "0").backOfActivities();
    assertEquals(Map.of("com.example.One", true, "org.other.Two", false), said);
    assertTrue(manifest("application." + ManifestFacts.BACK, "-1").backOfActivities().isEmpty());
  }
}
