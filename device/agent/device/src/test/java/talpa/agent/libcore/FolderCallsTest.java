package talpa.agent.libcore;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void whatIsNoFolderHasNone() {
    File none = dir.resolve("none").toFile();
    assertNull(FolderCalls.list(none));
    assertNull(FolderCalls.listFiles(none));
  }
}
