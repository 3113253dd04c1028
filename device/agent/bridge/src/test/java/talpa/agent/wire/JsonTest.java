package talpa.agent.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "true",
        "-12",
        "1.5",
        "\"\"",
        "\"a\\\"b\\\\c\\n\\u0001\"",
        "\"\\ud800\"",
        "[]",
        "{}",
        "[1,[2,{\"a\":null}],\"x\"]",
        "{\"id\":1,\"params\":{\"x\":1.25,\"l\":[\"a\",\"b\"]}}",
      })
  void writesWhatItReads(String text) {
    assertEquals(text, Json.write(Json.parse(text)));
  }

  @Test
  void readsEscapesAndSpace() {
    assertEquals(
        Map.of("k", List.of("\u00e9/\t", 2L)),
        Json.parse(" { \"k\" : [ \"\\u00e9\\/\\t\" , 2 ] } "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[1,",
        "{\"a\" 1}",
        "\"a",
        "\"\\x\"",
        "\"\\u12\"",
        "tru",
        "1 2",
        "-",
        "{1:2}",
        "nul"
      })
  void refusesWhatIsNotJson(String text) {
    assertThrows(IllegalArgumentException.class, () -> Json.parse(text));
  }

  @Test
  void refusesDeepNesting() {
    String text = "[".repeat(100_000);
    assertThrows(IllegalArgumentException.class, () -> Json.parse(text));
  }
}
