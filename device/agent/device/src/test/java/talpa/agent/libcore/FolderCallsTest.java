package talpa.agent.libcore;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderCallsTest {
  @TempDir Path dir;

  @Test
  void listsByName() throws IOException {
    for (String name : new String[] {"q", "b", "z", "a10", "a9", "m"}) {
      Files.createFile(dir.resolve(name));
    }
    File d = dir.toFile();
    String[] all = {"a10", "a9", "b", "m", "q", "z"};
    assertArrayEquals(all, FolderCalls.list(d));
    assertArrayEquals(new String[] {"a10", "a9"}, FolderCalls.list(d, (f, n) -> n.startsWith("a")));
    File[] files = new File[all.length];
    for (int i = 0; i < all.length; i++) {
      files[i] = new File(d, all[i]);
    }
    assertArrayEquals(files, FolderCalls.listFiles(d));
    assertArrayEquals(files, FolderCalls.listFiles(d, File::isFile));
    assertArrayEquals(files, FolderCalls.listFiles(d, (f, n) -> true));
  }

  @Test
  void theProcessorsAreAPhones() {
    String[] all = FolderCalls.list(new File("/sys/devices/system/cpu"));
    assumeTrue(all != null, "this machine does not show its processors");
    assertTrue(Arrays.asList(all).contains("cpu0"), () -> Arrays.toString(all));
    for (String name : all) {
      assertTrue(name.length() > 3, name); // apps take the fourth letter for a number, or for none
    }
  }

  @Test
  void whatIsNoFolderHasNone() {
    File none = dir.resolve("none").toFile();
    assertNull(FolderCalls.list(none));
    assertNull(FolderCalls.listFiles(none));
  }
}
