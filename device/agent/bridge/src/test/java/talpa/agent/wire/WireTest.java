package talpa.agent.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
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
  void whatIsNullCountsAsAbsent() {
    Map<String, Object> given = new HashMap<>();
    given.put("x", null);
    Params p = new Params(given);
    assertFalse(p.has("x"));
    assertEquals("d", p.string("x", "d"));
    assertEquals(1.5, p.number("x", 1.5));
    assertTrue(p.bool("x", true));
    assertEquals(List.of(), p.list("x"));
    assertEquals(List.of(), p.strings("x"));
    assertEquals(List.of(), p.objects("x"));
    assertEquals(Map.of(), p.object("x").map());
  }

  @Test
  void aWrongParameterIsTheCallersFaultAndNamed() {
    Params p = new Params(Map.of("v", Map.of("a", 1L), "mixed", List.of("a", 1L), "n", 2.75));
    assertEquals(2, p.integer("n", 0));
    Map<String, Runnable> wrong = new LinkedHashMap<>();
    wrong.put("parameter \"v\" must be a string", () -> p.string("v"));
    wrong.put("parameter \"none\" must be a string", () -> p.string("none"));
    wrong.put("parameter \"v\" must be a number", () -> p.integer("v", 0));
    wrong.put("parameter \"none\" must be a number", () -> p.number("none"));
    wrong.put("parameter \"n\" must be true or false", () -> p.bool("n", true));
    wrong.put("parameter \"mixed\" must be a list of strings", () -> p.strings("mixed"));
    wrong.put("parameter \"v\" must be a list", () -> p.list("v"));
    wrong.put("parameter \"mixed\" must be an object", () -> p.object("mixed"));
    wrong.put("parameter \"mixed\" must be a list of objects", () -> p.objects("mixed"));
    wrong.forEach(
        (message, read) -> {
          WireException e = assertThrows(WireException.class, read::run);
          assertEquals(message, e.getMessage());
          assertEquals(WireException.Kind.USAGE, e.kind());
        });
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
