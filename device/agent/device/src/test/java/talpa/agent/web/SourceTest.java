package talpa.agent.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceTest {
  @ParameterizedTest
  @CsvSource({
    "file:///android_asset/a/b.html, c.html, file:///android_asset/a/c.html",
    "file:///android_asset/a/b.html, ../c.html, file:///android_asset/c.html",
    "file:///android_asset/a/b.html, /c.html, file:///c.html",
    "file:///android_asset/a/b.html, //c, file://c",
    "file:///android_asset/a/b.html, c d.html, file:///android_asset/a/c%20d.html",
    "http://example.org/a, b?u=http://x, http://example.org/b?u=http://x",
    "http://example.org/a, b:c, b:c",
    "http://example.org/a, b.html?u=x:y, http://example.org/b.html?u=x:y",
    "http://example.org/a/b?x, ?y, http://example.org/a/b?y",
    "http://example.org/a/b?x, #y, http://example.org/a/b?x#y",
    "http://example.org/a/b/c, .., http://example.org/a/",
    "http://example.org/a/b/c, ../../../d, http://example.org/d",
    "http://example.org, b, http://example.org/b",
    "about:blank, b.html, b.html",
    "http://example.org/a, ./b:c, http://example.org/b:c",
    "http://example.org/a?x#y, b, http://example.org/b",
    "http://example.org/a, //other.org/b, http://other.org/b",
    "http://example.org/a, mailto:me@example.org, mailto:me@example.org",
    "http://example.org/a, HTTPS://b/, HTTPS://b/",
  })
  void linksAreRelativeToTheBase(String base, String href, String url) {
    assertEquals(url, Source.resolve(base, href));
  }

  /** As a data URL is read, which is what loadData makes: RFC 2397, and browsers keep bad signs. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "plain ~ plain",
        "a%20b ~ a b",
        "%C3%A9 ~ é",
        "a+b ~ a+b",
        "<table width=\"100%\"><tr> ~ <table width=\"100%\"><tr>",
        "50% off ~ 50% off",
        "100%; ~ 100%;",
        "ends with % ~ ends with %",
        "ends with %4 ~ ends with %4",
        "é%20é ~ é é",
        "before#after ~ before",
        "before%23after ~ before#after",
      })
  void percentSignsOfDataAreDecodedWhereTheyEncode(String data, String text) {
    assertEquals(text, Source.decode(data, null));
  }

  @Test
  void dataMayBeInBase64() {
    assertEquals("<p>é#", Source.decode("PHA+w6kj", "base64"));
    assertEquals("<p>é#", Source.decode("PHA+w6kj", "BASE64"));
    assertEquals("", Source.decode("a", "base64"));
    assertEquals("a", Source.decode("a", "utf-8"));
  }

  @Test
  void bytesAreInTheCharsetThatThePageNames() {
    Charset latin = StandardCharsets.ISO_8859_1;
    String page = "<meta charset=\"iso-8859-1\">é";
    assertEquals(page, Source.text(page.getBytes(latin)));
    String old = "<meta http-equiv=x content='text/html; charset=ISO-8859-1'>é";
    assertEquals(old, Source.text(old.getBytes(latin)));
    assertEquals("é", Source.text("é".getBytes(StandardCharsets.UTF_8)));
    String odd = "<meta charset=none-such>é";
    assertEquals(odd, Source.text(odd.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void aCharsetFarDownOrOfAnotherElementIsNotThePages() {
    String far = " ".repeat(3000) + "<meta charset=iso-8859-1>é";
    assertEquals(far, Source.text(far.getBytes(StandardCharsets.UTF_8)));
    String other = "<link charset=iso-8859-1>é";
    assertEquals(other, Source.text(other.getBytes(StandardCharsets.UTF_8)));
    assertEquals("", Source.text(new byte[0]));
  }

  @ParameterizedTest
  @CsvSource({
    "text/plain, true",
    "TEXT/PLAIN; charset=utf-8, true",
    "application/json, true",
    "text/html, false",
    "application/xhtml+xml, false",
    ", false",
  })
  void textIsShownAsItIsAndMarkupAsAPage(String type, boolean plain) {
    String text = Source.document("<b>x</b>", type).blocks().get(0).runs.get(0).text();
    assertEquals(plain ? "<b>x</b>" : "x", text);
  }
}
