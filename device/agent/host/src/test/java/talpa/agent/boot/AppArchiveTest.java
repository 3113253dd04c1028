package talpa.agent.boot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import talpa.agent.bridge.Unloaded;

class AppArchiveTest {
  private static final byte[] CONTENT = new byte[1_000];

  @TempDir private Path dir;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = dir.resolve("classes.jar");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("x/Main.class"));
      zip.write(CONTENT);
    }
  }

  @Test
  void openArchiveGivesItsEntries() throws Exception {
    try (AppArchive a = new AppArchive(file)) {
      assertTrue(a.has("x/Main.class"));
      assertFalse(a.has("x/Other.class"));
      assertArrayEquals(CONTENT, a.read("x/Main.class"));
      assertNull(a.read("x/Other.class"));
    }
  }

  @Test
  void closedArchiveTellsThatTheAppIsUnloaded() throws Exception {
    AppArchive a = new AppArchive(file);
    a.close();
    assertThrows(Unloaded.class, () -> a.has("x/Main.class"));
    assertEquals(
        "x/Other.class", assertThrows(Unloaded.class, () -> a.read("x/Other.class")).getMessage());
  }

  /**
   * Whatever threads are about when the archive is closed, they are told nothing else. A zip file
   * that is closed meanwhile answers in four ways, the rarest one read in fifty or so.
   */
  @Test
  void threadsThatReadWhileItIsClosedAreToldThatTheAppIsUnloaded() throws Exception {
    for (int round = 0; round < 100; round++) {
      AppArchive a = new AppArchive(file);
      CountDownLatch reading = new CountDownLatch(4);
      Queue<Throwable> told = new ConcurrentLinkedQueue<>();
      List<Thread> readers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        readers.add(
            new Thread(
                () -> {
                  try {
                    while (a.read("x/Main.class").length == CONTENT.length) {
                      reading.countDown();
                    }
                  } catch (Throwable e) {
                    told.add(e);
                    reading.countDown();
                  }
                }));
      }
      readers.forEach(Thread::start);
      reading.await();
      a.close();
      for (Thread t : readers) {
        t.join();
      }
      assertEquals(4, told.size());
      told.forEach(e -> assertTrue(e instanceof Unloaded, String.valueOf(e)));
    }
  }
}
