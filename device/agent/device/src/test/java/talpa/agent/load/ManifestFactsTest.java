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

class ManifestFactsTest {
  private static final Path APK = Path.of(System.getProperty("talpa.testdata"), "burrow.apk");

  @Test
  void readsTheFacts() throws IOException {
    Map<String, String> m = ManifestFacts.read(APK);
    AppManifest a = new AppManifest(APK, m);
    assertTrue(a.packageId().contains("."), a.packageId());
    assertTrue(a.getTargetSdkVersion() >= a.getMinSdkVersion());
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
