package talpa.agent.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicVerifier;

/**
 * The code of whole apps after conversion, with ASM's verifier as judge: the JVM that runs it does
 * not verify. The sample apps, and the APKs of the folder that the system property talpa.apks
 * names.
 */
class ConvertedCodeTest {
  @TempDir Path dir;

  static Stream<Path> apks() throws IOException {
    List<Path> all = new ArrayList<>();
    for (String folder :
        new String[] {System.getProperty("talpa.testdata"), System.getProperty("talpa.apks")}) {
      if (folder != null) {
        try (Stream<Path> files = Files.walk(Path.of(folder))) {
          files.filter(f -> f.toString().endsWith(".apk")).sorted().forEach(all::add);
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("apks")
  void isWhole(Path apk) throws IOException {
    Path jar = dir.resolve("out.jar");
    assertEquals(0, new ApkConverter(false).convert(apk, jar).failed());
    List<String> wrong = new ArrayList<>();
    try (ZipFile z = new ZipFile(jar.toFile())) {
      for (ZipEntry e : Collections.list(z.entries())) {
        if (!e.getName().endsWith(".class")) {
          continue; // the keys by which a later conversion finds classes
        }
        try (InputStream in = z.getInputStream(e)) {
          ClassNode c = new ClassNode();
          new ClassReader(in).accept(c, ClassReader.SKIP_DEBUG);
          verify(c, wrong);
        }
      }
    }
    assertEquals(List.of(), wrong.subList(0, Math.min(10, wrong.size())));
  }

  private static void verify(ClassNode c, List<String> wrong) {
    for (MethodNode m : c.methods) {
      try {
        new Analyzer<>(new BasicVerifier()).analyze(c.name, m);
      } catch (AnalyzerException e) {
        wrong.add(c.name + "." + m.name + m.desc + ": " + e.getMessage());
      }
    }
  }
}
