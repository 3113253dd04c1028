package talpa.agent.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestFactsTest {
  private static final Path APK = Path.of(System.getProperty("talpa.testdata"), "burrow.apk");

  @Test
  void readsTheFacts() throws IOException {
    Map<String, String> m = ManifestFacts.read(APK);
    AppManifest a = new AppManifest(APK, m);
    assertTrue(a.packageId().contains("."), a.packageId());
    assertTrue(a.getTargetSdkVersion() >= a.getMinSdkVersion());
  }

  private static Map<String, String> facts(BinaryManifest m) throws IOException {
    return ManifestFacts.parse(m.bytes());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readsNumbersAndTextsInBothFormsOfTexts(boolean utf8) throws IOException {
    Map<String, String> m =
        facts(
            new BinaryManifest(utf8)
                .element("manifest", "package", "org.é\ud83d\ude00", "versionCode", 7)
                .element("uses-sdk", "minSdkVersion", 21, "targetSdkVersion", "O")
                .element("application", "name", ".App", "debuggable", -1));
    assertEquals("org.é\ud83d\ude00", m.get("manifest.package"));
    assertEquals("7", m.get("manifest.versionCode"));
    assertEquals("21", m.get("uses-sdk.minSdkVersion"));
    assertEquals("O", m.get("uses-sdk.targetSdkVersion"));
    assertEquals(".App", m.get("application.name"));
    assertEquals("-1", m.get("application.debuggable"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void longTextsAreWhole(boolean utf8) throws IOException {
    String name = "a".repeat(300) + "é".repeat(100);
    Map<String, String> m = facts(new BinaryManifest(utf8).element("manifest", "package", name));
    assertEquals(name, m.get("manifest.package"));
  }

  /** A second application element is an error of a build that Android overlooks. */
  @Test
  void theFirstOfTwoCounts() throws IOException {
    Map<String, String> m =
        facts(
            new BinaryManifest(true)
                .element("application", "name", ".One")
                .element("application", "name", ".Two", "label", "two"));
    assertEquals(Map.of("application.name", ".One", "application.label", "two"), m);
  }

  @Test
  void otherElementsAreNotRead() throws IOException {
    Map<String, String> m =
        facts(
            new BinaryManifest(true)
                .element("activity", "name", ".A")
                .element("activity", "name", ".B", ManifestFacts.BACK, -1)
                .element("activity-alias", "name", ".C", ManifestFacts.BACK, -1)
                .element("uses-permission", "name", "android.permission.INTERNET"));
    assertEquals(Map.of("activity." + ManifestFacts.BACK + "..B", "-1"), m);
  }

  @Test
  void aNumberThatWasWrittenAsAWordIsTheWord() throws IOException {
    Map<String, String> m =
        facts(
            new BinaryManifest(true)
                .element("uses-sdk", "minSdkVersion", new Object[] {21, "Lollipop"}));
    assertEquals("Lollipop", m.get("uses-sdk.minSdkVersion"));
  }

  @Test
  void survivesDamage() throws IOException {
    byte[] xml;
    try (ZipFile z = new ZipFile(APK.toFile());
        InputStream in = z.getInputStream(z.getEntry("AndroidManifest.xml"))) {
      xml = in.readAllBytes();
    }
    Random r = new Random(1);
    int read = 0;
    for (int i = 0; i < 2000; i++) {
      byte[] b = xml.clone();
      for (int k = 0; k < 4; k++) {
        b[r.nextInt(b.length)] = (byte) r.nextInt(256);
      }
      try {
        ManifestFacts.parse(b);
        read++;
      } catch (IOException e) {
        assertTrue(e.getMessage().startsWith("malformed binary manifest"));
      }
    }
    assertTrue(read > 0);
    assertEquals(Map.of(), ManifestFacts.parse(new byte[0]));
    assertThrows(IOException.class, () -> ManifestFacts.read(Path.of("/nonexistent.apk")));
  }
}
