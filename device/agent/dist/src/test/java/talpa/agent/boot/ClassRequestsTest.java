package talpa.agent.boot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.talpa.field.Device;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import talpa.agent.convert.Stores;
import talpa.agent.wire.Frames;
import talpa.agent.wire.Inbox;
import talpa.agent.wire.Json;
import talpa.agent.wire.Wire;

/** Classes that are not in the app's store are asked for, once, and waited for. */
@Timeout(60)
class ClassRequestsTest {
  private static final byte[] FILE = "file".getBytes(StandardCharsets.US_ASCII);

  @TempDir Path dir;
  private Path store;
  private PipedOutputStream toAgent;
  private DataInputStream fromAgent;

  @BeforeAll
  static void boot() throws IOException {
    Device.shared(); // else the classes of the order would be loaded at another place than it has
    // them
  }

  @BeforeEach
  void start() throws IOException {
    store = Files.write(dir.resolve("app.classes"), Stores.begin(List.of("a/A", "a/B")));
    toAgent = new PipedOutputStream();
    PipedOutputStream out = new PipedOutputStream();
    fromAgent = new DataInputStream(new PipedInputStream(out));
    Wire wire = new Wire(out);
    Inbox inbox = new Inbox(new PipedInputStream(toAgent), wire);
    ClassRequests.use(wire, inbox);
    Thread reader = new Thread(inbox, "talpa-wire"); // never ends: it would end the JVM
    reader.setDaemon(true);
    reader.start();
  }

  private Thread reads(AppClasses classes, String name, byte[] want, CountDownLatch done) {
    Thread t =
        new Thread(
            () -> {
              try {
                assertArrayEquals(want, classes.read(name));
                assertEquals(true, Thread.interrupted(), "the interruption is kept");
                done.countDown();
              } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
              }
            });
    t.start();
    t.interrupt();
    return t;
  }

  private void answer(String name) throws IOException {
    Map<String, ?> params = Map.of("name", name);
    String request = Json.write(Map.of("id", 1, "method", "class", "params", params));
    Frames.write(toAgent, request.getBytes(StandardCharsets.UTF_8), null);
    Frames.read(fromAgent); // the answer to the answer
  }

  @Test
  void threadsWaitForAClass() throws Exception {
    try (AppClasses classes = AppClasses.open(store)) {
      assertNull(classes.read("a/C"), "no class of the app is not asked for");
      CountDownLatch done = new CountDownLatch(2);
      Thread first = reads(classes, "a/A", FILE, done);
      Map<?, ?> asked =
          (Map<?, ?>) Json.parse(new String(Frames.read(fromAgent), StandardCharsets.UTF_8));
      assertEquals(Map.of("event", "class", "name", "a/A"), asked);
      Thread second = reads(classes, "a/A", FILE, done);
      first.join(100);
      assertTrue(first.isAlive() && second.isAlive(), "it is not there yet");
      Files.write(store, Stores.record('C', "a/A", FILE), StandardOpenOption.APPEND);
      answer("a/A");
      done.await();
      assertEquals(0, fromAgent.available(), "it is asked for once");
      assertArrayEquals(FILE, classes.read("a/A"));
    }
  }

  @Test
  void aClassThatCannotBeConvertedIsMissing() throws Exception {
    try (AppClasses classes = AppClasses.open(store)) {
      CountDownLatch done = new CountDownLatch(1);
      reads(classes, "a/B", null, done);
      Frames.read(fromAgent);
      Files.write(store, Stores.record('C', "a/B", new byte[0]), StandardOpenOption.APPEND);
      answer("a/B");
      done.await();
    }
  }
}
