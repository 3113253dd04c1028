package talpa.agent.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiveMainTest {
  @Test
  void classesOfTheJdkAndShapesOfMethodHandles() {
    List<String> loaded =
        List.of(
            "# a comment",
            "java/lang/Object id: 0",
            "sun/misc/Unsafe id: 7",
            "talpa/agent/Main id: 8",
            "javafake/Thing id: 9",
            "@lambda-proxy java/util/stream/Collectors get ()V",
            "@lambda-form-invoker [LF_RESOLVE] java.lang.invoke.DirectMethodHandle$Holder newI L_L",
            "@lambda-form-invoker [LF_RESOLVE] java.lang.invoke.Invokers$Holder exactInvoker L3_V");
    assertEquals(
        List.of("java/lang/Object", "sun/misc/Unsafe", loaded.get(6)), ArchiveMain.wanted(loaded));
  }

  /** A JDK whose java does what the script says; the archive is that of the test's own. */
  private static Path jdk(Path dir, String script) throws IOException {
    Path home = Files.createDirectories(dir.resolve("jdk"));
    for (String name : List.of("lib/modules", "lib/server/libjvm.so")) {
      Files.createDirectories(home.resolve(name).getParent());
      Files.writeString(home.resolve(name), name);
    }
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    return home;
  }

  /** Makes the archive with a JDK; gives the files of the folder. */
  private static List<String> made(Path dir, String script) throws Exception {
    Path list = Files.writeString(dir.resolve("loaded"), "java/lang/Object id: 0\nx/Y id: 1\n");
    Path folder = Files.createDirectories(dir.resolve("agent"));
    Files.writeString(folder.resolve("jdk.jsa.key"), "of another JDK");
    String before = System.setProperty("java.home", jdk(dir, script).toString());
    try {
      ArchiveMain.main(new String[] {list.toString(), folder.toString()});
    } finally {
      System.setProperty("java.home", before);
    }
    assertEquals("java/lang/Object\n", Files.readString(dir.resolve("loaded.jdk")));
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void anArchiveHasTheKeyOfItsJdk(@TempDir Path dir) throws Exception {
    String write = "for a; do case $a in *ArchiveFile=*) echo x >${a#*=};; esac; done";
    assertEquals(List.of("jdk.jsa", "jdk.jsa.key"), made(dir, write));
    String key = Files.readString(dir.resolve("agent/jdk.jsa.key"));
    assertTrue(key.matches("lib/modules 11 \\d+, lib/server/libjvm.so 20 \\d+\n"), key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"exit 1", "exit 0", "echo full >&2; exit 3"})
  void withoutAnArchiveThereIsNoKeyOfOne(String script, @TempDir Path dir) throws Exception {
    assertEquals(List.of(), made(dir, script));
  }
}
