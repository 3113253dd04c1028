package talpa.agent.libcore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegexCallsTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "a+,a+",
        "a(?#comment)b,ab",
        "(?#x)(?#y)z,z",
        "\\(?#a\\),\\(?#a\\)",
        "a(?#open,a",
      })
  void removesComments(String regex, String want) {
    assertEquals(want, RegexCalls.translate(regex));
  }

  @Test
  void replacesTheCalls() {
    assertNull(RegexCalls.translate(null));
    assertTrue(RegexCalls.matches("ab", "a(?#c)b"));
    assertEquals("xx", RegexCalls.replaceAll("ab", "[ab](?#c)", "x"));
    assertEquals(2, RegexCalls.split("a,b", ",(?#c)").length);
  }
}
