package talpa.agent.build;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrameworkResourcesTest {
  @TempDir Path dir;

  @Test
  void keepsResourcesOnly() throws IOException {
    Path jar = dir.resolve("framework.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream to = new ZipOutputStream(file)) {
      for (String name :
          List.of(
              "AndroidManifest.xml",
              "android/view/View.class",
              "assets/fonts/a.ttf",
              "com/android/res/x.xml",
              "res/",
              "res/layout/a.xml",
              "resources.arsc")) {
        to.putNextEntry(new ZipEntry(name));
        to.write(name.getBytes(StandardCharsets.UTF_8));
        to.closeEntry();
      }
    }
    Path out = dir.resolve("res.apk");
    assertEquals(4, FrameworkResources.write(jar, out));
    List<String> kept = new ArrayList<>();
    try (ZipFile z = new ZipFile(out.toFile())) {
      for (ZipEntry e : z.stream().toList()) {
        String content = new String(z.getInputStream(e).readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(e.getName(), content);
        kept.add((e.getMethod() == ZipEntry.STORED ? "stored " : "") + e.getName());
      }
    }
    assertEquals(
        List.of(
            "AndroidManifest.xml",
            "assets/fonts/a.ttf",
            "res/layout/a.xml",
            "stored resources.arsc"),
        kept);
  }
}
