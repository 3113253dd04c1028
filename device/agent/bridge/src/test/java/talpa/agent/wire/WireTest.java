package talpa.agent.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WireTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Wire wire = new Wire(out);

  @Test
  void answersOnce() throws IOException {
    wire.begin(7);
    wire.answer(7, Map.of("a", 1));
    wire.answer(7, Map.of("a", 2));
    wire.abandon(new WireException(WireException.Kind.APP, "late"));
    assertEquals(List.of("{\"id\":7,\"result\":{\"a\":1}}"), sent());
  }

  @Test
  void abandonAnswersForTheHungThread() throws IOException {
    wire.begin(8);
    wire.abandon(new WireException(WireException.Kind.APP, "anr"));
    wire.answer(8, Map.of());
    assertEquals(List.of("{\"id\":8,\"error\":{\"kind\":\"app\",\"message\":\"anr\"}}"), sent());
  }

  @Test
  void blobsFollowTheirFrame() throws IOException {
    wire.begin(1);
    wire.answer(1, new Blob(Map.of(), new byte[] {1, 2, 3}));
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(out.toByteArray()));
    Map<?, ?> m = (Map<?, ?>) Json.parse(new String(Frames.read(in), StandardCharsets.UTF_8));
    assertEquals(3L, m.get("bytes"));
    assertEquals(3, in.available());
  }

  @Test
  void parametersHaveTypes() {
    Params p = new Params(Map.of("n", 1L, "s", "x", "l", List.of("a")));
    assertEquals(1, p.integer("n", 5));
    assertEquals(5, p.integer("absent", 5));
    assertEquals(List.of("a"), p.strings("l"));
    assertThrows(WireException.class, () -> p.string("n"));
    assertThrows(WireException.class, () -> p.number("s"));
    assertThrows(WireException.class, () -> p.strings("s"));
    assertThrows(WireException.class, () -> p.string("absent"));
    assertThrows(WireException.class, () -> p.object("n"));
  }

  @Test
  void requestsAreObjects() {
    Request r = Request.parse("{\"id\":3,\"method\":\"tap\",\"params\":{\"x\":1}}".getBytes());
    assertEquals(3, r.id());
    assertEquals("tap", r.method());
    assertThrows(IllegalArgumentException.class, () -> Request.parse("[]".getBytes()));
    assertThrows(WireException.class, () -> Request.parse("{\"id\":3}".getBytes()));
  }

  private List<String> sent() throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(out.toByteArray()));
    List<String> l = new ArrayList<>();
    for (byte[] f; (f = Frames.read(in)) != null; ) {
      l.add(new String(f, StandardCharsets.UTF_8));
    }
    return l;
  }
}
