package talpa.agent.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import talpa.agent.wire.Json;

/** Classes that are converted one at a time are what they are when all are converted. */
class ClassServerTest {
  private static final Path APK = Path.of(System.getProperty("talpa.testdata"), "burrow.apk");

  /** Bytes before a class file: how many methods failed. */
  private static final int HEAD = 4;

  @TempDir Path dir;
  private final ByteArrayOutputStream requests = new ByteArrayOutputStream();

  /** Names of the classes in the jar of a whole conversion. */
  private final List<String> names = new ArrayList<>();

  private Path jar;

  @BeforeEach
  void convert() {
    jar = dir.resolve("classes.jar");
  }

  private ApkConverter.Result convertAll(boolean probed) throws IOException {
    ApkConverter.Result r = new ApkConverter(probed).convert(APK, jar);
    try (ZipFile z = new ZipFile(jar.toFile())) {
      z.stream()
          .map(ZipEntry::getName)
          .filter(n -> n.endsWith(".class"))
          .forEach(n -> names.add(n.substring(0, n.length() - ".class".length())));
    }
    return r;
  }

  private void ask(char kind, String text) throws IOException {
    byte[] b = text.getBytes(StandardCharsets.UTF_8);
    DataOutputStream out = new DataOutputStream(requests);
    out.writeInt(1 + b.length);
    out.writeByte(kind);
    out.write(b);
  }

  /** The frames that answer what was asked; facts and names are the first two. */
  private List<byte[]> answers() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new ClassServer(APK)
        .serve(
            new DataInputStream(new ByteArrayInputStream(requests.toByteArray())),
            new DataOutputStream(out));
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(out.toByteArray()));
    List<byte[]> frames = new ArrayList<>();
    while (in.available() > 0) {
      frames.add(in.readNBytes(in.readInt()));
    }
    return frames;
  }

  private static byte[] file(byte[] answer) {
    return Arrays.copyOfRange(answer, HEAD, answer.length);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void classesAreThoseOfAWholeConversion(boolean probed) throws IOException {
    ApkConverter.Result all = convertAll(probed);
    for (String n : names) {
      ask(probed ? 'P' : 'C', n);
    }
    List<byte[]> frames = answers();
    Map<?, ?> facts = (Map<?, ?>) Json.parse(new String(frames.get(0), StandardCharsets.UTF_8));
    assertEquals((long) all.classes(), facts.get("classes"));
    assertEquals((long) all.methods(), facts.get("methods"));
    assertEquals(all.nativeLibraries(), facts.get("native"));
    assertEquals(names, List.of(new String(frames.get(1), StandardCharsets.UTF_8).split("\n")));
    try (ZipFile z = new ZipFile(jar.toFile())) {
      for (int i = 0; i < names.size(); i++) {
        byte[] want = z.getInputStream(z.getEntry(names.get(i) + ".class")).readAllBytes();
        assertArrayEquals(want, file(frames.get(2 + i)), names.get(i));
      }
    }
  }

  @Test
  void whatTheAppDoesNotHaveIsEmpty() throws IOException {
    ask('C', "no/such/Class");
    assertArrayEquals(new byte[HEAD], answers().get(2));
  }
}
