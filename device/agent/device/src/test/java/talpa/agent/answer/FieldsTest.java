package talpa.agent.answer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FieldsTest {
  private static final String ITEMS =
      "{\"ok\":true,\"items\":[{\"id\":1,\"name\":\"A\"},{\"id\":2,\"name\":\"B\"}],"
          + "\"owner\":{\"name\":\"C\"}}";

  private static String json(String manner, String good) {
    Answer a = Answer.text("JSON", "application/json", good);
    return Manner.of(manner).change(a, "x.example").text();
  }

  private static String xml(String manner, String good) {
    Answer a = Answer.text("XML", "text/xml", good);
    return Manner.of(manner).change(a, "x.example").text();
  }

  @Test
  void aFieldIsMissingWhereverItStands() {
    assertEquals(
        "{\"ok\":true,\"items\":[{\"id\":1},{\"id\":2}],\"owner\":{}}",
        json("missing name", ITEMS));
    assertEquals("{\"ok\":true,\"owner\":{\"name\":\"C\"}}", json("missing items", ITEMS));
  }

  @Test
  void theKeysThatLeadToAFieldTellItFromOthers() {
    assertEquals(
        ITEMS.replace(",\"name\":\"A\"", "").replace(",\"name\":\"B\"", ""),
        json("missing items.name", ITEMS));
    assertEquals(ITEMS.replace("\"C\"", "null"), json("null owner.name", ITEMS));
    assertEquals(ITEMS.replace("true", "null"), json("null state.ok", ITEMS));
  }

  @Test
  void aNumberIsThePlaceOfAKey() {
    assertEquals(ITEMS.replace("true", "null"), json("null #1", ITEMS));
    assertEquals(ITEMS.replace("{\"name\":\"C\"}", "null"), json("null #5", ITEMS));
    assertEquals(ITEMS.replace("\"C\"", "null"), json("null #6", ITEMS));
    assertEquals(ITEMS.replace("true", "null"), json("null #7", ITEMS));
  }

  @Test
  void nothingIsInAFieldOfAnyKind() {
    assertEquals("{\"a\":\"\",\"b\":0}", json("empty b", json("empty a", "{\"a\":\"x\",\"b\":4}")));
    assertEquals("{\"a\":[]}", json("empty a", "{\"a\":[1]}"));
    assertEquals("{\"a\":{}}", json("empty a", "{\"a\":{\"b\":1}}"));
    assertEquals("{\"a\":false}", json("empty a", "{\"a\":true}"));
  }

  @Test
  void aValueIsOfTheFieldsKindWhereItCanBe() {
    assertEquals("{\"a\":7}", json("value a=7", "{\"a\":1}"));
    assertEquals("{\"a\":0.5}", json("value a=0.5", "{\"a\":1}"));
    assertEquals("{\"a\":\"n/a\"}", json("value a=n/a", "{\"a\":1}"));
    assertEquals("{\"a\":false}", json("value a=false", "{\"a\":true}"));
    assertEquals("{\"a\":\"7\"}", json("value a=7", "{\"a\":\"x\"}"));
    assertEquals("{\"a\":\"text\"}", json("text a", "{\"a\":1}"));
  }

  @Test
  void aListHasAsManyElementsAsAreWanted() {
    assertEquals("{\"a\":[1]}", json("size a=1", "{\"a\":[1,2]}"));
    assertEquals("{\"a\":[1,2,1,2,1]}", json("size a=5", "{\"a\":[1,2]}"));
    assertEquals("{\"a\":\"xyx\"}", json("size a=3", "{\"a\":\"xy\"}"));
    assertEquals("{\"a\":\"\"}", json("size a=3", "{\"a\":\"\"}"));
  }

  @Test
  void elementsAndAttributesOfXmlAreFields() {
    String good = "<r><a k=\"1\">x</a><b k=\"1\"><a k=\"1\">y</a></b></r>";
    assertEquals("<r><b k=\"1\"></b></r>", xml("missing a", good));
    assertEquals("<r><a>x</a><b><a>y</a></b></r>", xml("missing k", good));
    assertEquals("<r><a k=\"1\"></a><b k=\"1\"><a k=\"1\"></a></b></r>", xml("empty a", good));
    assertEquals(
        "<r><a k=\"1\">4 &lt; 5</a><b k=\"1\"><a k=\"1\">4 &lt; 5</a></b></r>",
        xml("value a=4 < 5", good));
    assertEquals("<r><a k=\"1\">x</a><b k=\"1\"></b></r>", xml("size a=1", good));
    assertEquals(good.replace("\"1\"", "\"\""), xml("empty k", good));
    assertEquals("<r></r>", xml("missing #1", "<r></r>").isEmpty() ? "<r></r>" : "kept");
  }

  @Test
  void aFieldThatIsNotThereChangesNothing() {
    Answer items = Answer.text("JSON", "application/json", ITEMS);
    assertSame(items, Manner.of("missing title").change(items, "x.example"));
    Answer picture = new Answer("picture", "image/png", new byte[] {1});
    assertSame(picture, Manner.of("missing a").change(picture, "x.example"));
    byte[] page = "<html></html>".getBytes(StandardCharsets.UTF_8);
    Answer html = new Answer("page", "text/html", page);
    assertArrayEquals(page, Manner.of("null a").change(html, "x.example").body());
  }
}
