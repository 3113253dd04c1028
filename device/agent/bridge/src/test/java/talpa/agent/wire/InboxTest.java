package talpa.agent.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class InboxTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Wire wire = new Wire(out);

  /** An inbox that was sent these requests; its front stays there, as its end halts the JVM. */
  private Inbox sent(String... requests) throws Exception {
    ByteArrayOutputStream frames = new ByteArrayOutputStream();
    for (String r : requests) {
      Frames.write(frames, r.getBytes(StandardCharsets.UTF_8), null);
    }
    ByteArrayInputStream given = new ByteArrayInputStream(frames.toByteArray());
    CountDownLatch read = new CountDownLatch(1);
    InputStream in =
        new InputStream() {
          @Override
          public int read() throws IOException {
            int b = given.read();
            if (b < 0) {
              read.countDown();
              stay();
            }
            return b;
          }
        };
    Inbox inbox = new Inbox(in, wire);
    inbox.immediate("ping", p -> Map.of("pong", p.integer("n", 0)));
    inbox.immediate(
        "fail",
        p -> {
          throw new IllegalStateException("no");
        });
    Thread t = new Thread(inbox);
    t.setDaemon(true);
    t.start();
    read.await();
    return inbox;
  }

  private static void stay() throws IOException {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private List<String> answers() throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(out.toByteArray()));
    List<String> all = new ArrayList<>();
    for (byte[] f; (f = Frames.read(in)) != null; ) {
      all.add(new String(f, StandardCharsets.UTF_8));
    }
    return all;
  }

  @Test
  void requestsWaitInTheirOrderAndImmediateOnesDoNot() throws Exception {
    Inbox inbox =
        sent(
            "{\"id\":1,\"method\":\"tap\",\"params\":{\"x\":2}}",
            "{\"id\":2,\"method\":\"dump\"}",
            "{\"id\":3,\"method\":\"ping\",\"params\":{\"n\":7}}");
    assertEquals(List.of("{\"id\":3,\"result\":{\"pong\":7}}"), answers());
    Request first = inbox.take(wire);
    assertEquals("tap", first.method());
    assertEquals(2, first.params().integer("x", 0));
    wire.abandon(new WireException(WireException.Kind.APP, "hangs"));
    assertEquals(2, inbox.take(wire).id());
    wire.answer(1, Map.of());
    wire.answer(2, null);
    assertEquals(
        List.of(
            "{\"id\":1,\"error\":{\"kind\":\"app\",\"message\":\"hangs\"}}",
            "{\"id\":2,\"result\":{}}"),
        answers().subList(1, 3));
  }

  @Test
  void whatIsNoRequestIsAnsweredWithAnErrorAndTheNextOneIsRead() throws Exception {
    Inbox inbox =
        sent(
            "{",
            "[]",
            "{\"id\":4}",
            "{\"id\":\"a\",\"method\":\"tap\"}",
            "{\"id\":5,\"method\":\"fail\"}",
            "{\"id\":6,\"method\":\"tap\"}");
    List<String> all = answers();
    assertEquals(5, all.size());
    for (String a : all.subList(0, 4)) {
      assertTrue(a.startsWith("{\"id\":-1,\"error\":{\"kind\":\"usage\",\"message\":\""), a);
    }
    assertTrue(all.get(2).contains("parameter \\\"method\\\" must be a string"), all.get(2));
    assertTrue(all.get(4).startsWith("{\"id\":5,\"error\":{\"kind\":\"agent\","), all.get(4));
    assertEquals(6, inbox.take(wire).id());
  }

  @Test
  void eventsHaveTheirNameFirst() throws IOException {
    wire.notify("crash", Map.of("trace", "t\n"));
    assertEquals(List.of("{\"event\":\"crash\",\"trace\":\"t\\n\"}"), answers());
  }

  @Test
  void aMethodIsRegisteredOnceAndOfItsKind() {
    Methods m = new Methods();
    m.query("dump", p -> null);
    m.input("text", p -> null);
    m.gesture("tap", p -> null);
    for (String name : List.of("dump", "text", "tap")) {
      assertEquals(!name.equals("dump"), m.get(name).input(), name);
      assertEquals(name.equals("tap"), m.get(name).gesture(), name);
      assertThrows(IllegalStateException.class, () -> m.query(name, p -> null));
    }
    WireException e = assertThrows(WireException.class, () -> m.get("fly"));
    assertEquals(WireException.Kind.USAGE, e.kind());
    assertEquals("unknown method \"fly\"", e.getMessage());
  }

  @Test
  void stacksNameEachThreadAndTheMainOneFirst() throws InterruptedException {
    Thread t = new Thread(() -> System.identityHashCode(this), "ended");
    t.start();
    t.join();
    String text = Stacks.text();
    assertTrue(text.startsWith("\"main\" RUNNABLE\n\tat "), text);
    assertTrue(text.contains(getClass().getName() + ".stacksNameEachThread"), text);
    assertTrue(!text.contains("\"ended\""), text);
  }
}
