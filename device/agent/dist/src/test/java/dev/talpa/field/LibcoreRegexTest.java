package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;

/** Regular expressions are ICU's: what is a word, a digit or a capital is Unicode's. */
class LibcoreRegexTest extends FieldTest {
  @Test
  void classesAreOfUnicode() {
    assertTrue("Größe".matches("\\w+"));
    assertTrue(Pattern.matches("\\d+", "\u0661\u0662"));
    assertFalse(Pattern.compile("\\W").matcher("é").find());
    assertEquals("_ _", "Été süß".replaceAll("\\w+", "_"));
    assertArrayEquals(new String[] {"été", "là"}, "été, là".split("\\W+"));
    Matcher m = Pattern.compile("\\b\\w").matcher("über");
    assertTrue(m.find());
    assertEquals("ü", m.group());
  }

  @Test
  void caseIsOfUnicode() {
    assertTrue(Pattern.compile("ÉTÉ", Pattern.CASE_INSENSITIVE).matcher("été").matches());
    assertTrue("été".matches("(?i)ÉTÉ"));
  }

  @Test
  void whatPatternsTellOfThemselvesStays() {
    Pattern p = Pattern.compile("\\w(?#letter)", Pattern.CASE_INSENSITIVE);
    assertEquals(Pattern.CASE_INSENSITIVE, p.flags());
    assertThrows(PatternSyntaxException.class, () -> "a".replaceAll("\\{a}", ""));
    assertArrayEquals(new String[] {"a", "b"}, "a.b".split("\\."));
    assertArrayEquals(new String[] {"a", "b|c"}, "a|b|c".split("\\|", 2));
    assertArrayEquals(new String[] {"a", "b"}, "a,b,,".split(","));
  }
}
