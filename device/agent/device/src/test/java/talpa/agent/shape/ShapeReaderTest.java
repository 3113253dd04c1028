package talpa.agent.shape;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import talpa.agent.wire.Json;

class ShapeReaderTest {
  /** Reads over three methods, a field and a parameter of its own kind. */
  @SuppressWarnings("unused")
  private static class Feed {
    private JSONObject data;

    void parse(String text) throws JSONException {
      JSONObject o = new JSONObject(text);
      if ("ok".equals(o.getString("status")) && o.getInt("version") == 7) {
        data = o.getJSONObject("data");
        entries();
      }
    }

    void entries() throws JSONException {
      JSONArray a = data.optJSONArray("entries");
      for (int i = 0; i < a.length(); i++) {
        entry(a.getJSONObject(i), 1L, data.getString("title"));
      }
    }

    int entry(JSONObject e, long when, String title) throws JSONException {
      JSONArray replies = e.getJSONArray("replies");
      for (int i = 0; i < replies.length(); i++) {
        entry(replies.getJSONObject(i), when, title);
      }
      return Integer.parseInt(e.getString("points")) + (e.has("seen") ? 1 : 0);
    }
  }

  /** Reads what somebody hands to it. */
  @SuppressWarnings("unused")
  private static class Listener {
    void onResponse(Object o) throws JSONException {
      onResponse((JSONArray) o);
    }

    String onResponse(JSONArray a) throws JSONException {
      return a.getString(0);
    }
  }

  /** Makes JSON only. */
  @SuppressWarnings("unused")
  private static class Writer {
    String write() throws JSONException {
      return new JSONObject().put("key", 1).toString();
    }
  }

  private static List<String> values(Class<?> c) throws IOException {
    ShapeReader r = new ShapeReader();
    String file = "/" + c.getName().replace('.', '/') + ".class";
    try (InputStream in = ShapeReaderTest.class.getResourceAsStream(file)) {
      ClassNode n = new ClassNode();
      new ClassReader(in).accept(n, ClassReader.SKIP_FRAMES);
      r.read(n);
    }
    return r.roots().stream().map(s -> Json.write(s.value("h.example"))).toList();
  }

  @Test
  void keysAreFollowedOverMethodsAndFields() throws IOException {
    String entry = "{\"replies\":[],\"points\":\"%d\",\"seen\":\"Seen %d\"}";
    StringBuilder entries = new StringBuilder();
    for (int i = 1; i <= 5; i++) {
      entries.append(i == 1 ? "" : ",").append(entry.formatted(i, i));
    }
    assertEquals(
        List.of(
            "{\"status\":\"ok\",\"version\":7,\"data\":{\"entries\":["
                + entries
                + "],\"title\":\"Title 1\"}}"),
        values(Feed.class));
  }

  @Test
  void whatIsHandedInIsAnAnswerToo() throws IOException {
    assertEquals(
        List.of("[\"Text 1\",\"Text 2\",\"Text 3\",\"Text 4\",\"Text 5\"]"),
        values(Listener.class));
  }

  @Test
  void whatIsOnlyWrittenIsNoAnswer() throws IOException {
    assertEquals(List.of(), values(Writer.class));
  }
}
