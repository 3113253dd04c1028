package talpa.agent.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is seen of a page, a block between two bars: {@code >} for each level of indentation, {@code
 * *} a bullet, the kind of a field in angle brackets, {@code /biu} and {@code m} the style of a
 * text, {@code @} where it leads, {@code !} its picture.
 */
class HtmlReaderTest {
  private static String seen(String html) {
    return HtmlReader.read(html).blocks().stream()
        .map(HtmlReaderTest::block)
        .collect(Collectors.joining("|"));
  }

  private static String block(Block b) {
    String kind = b.kind == Block.Kind.TEXT ? "" : "<" + b.kind + ">";
    return ">".repeat(b.indent)
        + (b.bullet ? "*" : "")
        + kind
        + b.runs.stream().map(HtmlReaderTest::run).collect(Collectors.joining());
  }

  private static String run(Block.Run r) {
    String style = "";
    for (int i = 0; i < 4; i++) {
      style += (r.style() & 1 << i) == 0 ? "" : "bium".substring(i, i + 1);
    }
    return r.text()
        + (style.isEmpty() ? "" : "/" + style)
        + (r.href() == null ? "" : "@" + r.href())
        + (r.image() == null ? "" : "!" + r.image());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "one ~ one",
        "<p>one<p>two ~ one|two",
        "one<br>two ~ one|two",
        "<p>one   two\t three</p> ~ one two three",
        "<p> one <i>two</i></p> ~ one two/i",
        "<pre>a  b</pre> ~ a  b/m",
        "<div><div>one</div></div><div></div> ~ one",
        "one <b>two</b> three ~ one two/b three",
        "<b>one <i>two</i></b> ~ one /btwo/bi",
        "<u>one</u><code>two</code> ~ one/utwo/m",
        "<h1>Head</h1>text ~ Head/b|text",
        "<a href=x.html>on</a> ~ on@x.html",
        "<a href=x>on <b>and</b></a> off ~ on @xand/b@x off",
        "<a name=here>on</a> ~ on",
        "<ul><li>one<li>two</ul>three ~ >*one|>*two|three",
        "<ol><li>one<ul><li>deep</ul></ol> ~ >*one|>>*deep",
        "<ul><li><b>one</b></li></ul> ~ >*one/b",
        "<blockquote>said</blockquote>after ~ >said|after",
        "<table><tr><th>a<td>b</table> ~ a/b|b",
        "one<hr>two ~ one|<RULE>|two",
        "<img src=a.png alt=Cat> ~ Cat!a.png",
        "<img src=a.png> ~ !a.png",
        "<a href=b><img src=a.png></a> ~ @b!a.png",
        "a &amp; b &lt;c&gt; &eacute; ~ a & b <c> é",
        "<script>var x = '<p>no';</script>yes ~ yes",
        "<style>p {}</style>yes ~ yes",
        "<iframe src=x>no</iframe>yes ~ yes",
        "<head><title>T</title></head><body>yes ~ yes",
        "<p>never closed <b>bold ~ never closed bold/b",
        "</p></b>text ~ text",
        "<p>a</b>c</p> ~ ac",
      })
  void textIsInBlocksWithItsStyle(String html, String blocks) {
    assertEquals(blocks, seen(html));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "<input> ~ <FIELD>",
        "<input value=v> ~ <FIELD>v",
        "<input type=email value=v> ~ <FIELD>v",
        "<input type=password value=v> ~ <SECRET>v",
        "<input type=PASSWORD> ~ <SECRET>",
        "<input type=checkbox> ~ <CHECK>",
        "<input type=radio> ~ <CHECK>",
        "<input type=submit> ~ <BUTTON>Submit",
        "<input type=submit value=Go> ~ <BUTTON>Go",
        "<input type=reset value=Clear> ~ <BUTTON>Clear",
        "<button>Press <b>me</b></button>after ~ <BUTTON>Press me/b|after",
        "<textarea>a  b</textarea> ~ <FIELD>a b",
        "Name: <input> or <input type=hidden value=x>none ~ Name: |<FIELD>|or none",
      })
  void fieldsOfFormsAreBlocks(String html, String blocks) {
    assertEquals(blocks, seen(html));
  }

  @Test
  void sizesFollowTheHeadings() {
    Document d = HtmlReader.read("<h1>a</h1>b<h2>c</h2><h6>d</h6><p>e");
    assertEquals(
        "32.0 16.0 24.0 10.7 16.0",
        d.blocks().stream().map(b -> String.valueOf(b.size)).collect(Collectors.joining(" ")));
  }

  @Test
  void aPageHasATitleAndScriptsOrNone() {
    Document d = HtmlReader.read("<html><title> A &amp; B\n</title><script>x()</script>");
    assertEquals("A & B", d.title());
    assertTrue(d.scripted());
    assertTrue(d.blocks().isEmpty());
    assertEquals("", HtmlReader.read("text").title());
    assertFalse(HtmlReader.read("text").scripted());
  }

  @Test
  void aHugePageIsCut() {
    assertEquals(1000, HtmlReader.read("<p>x".repeat(5000)).blocks().size());
    assertEquals(1, HtmlReader.read("x".repeat(2_000_000)).blocks().size());
    assertEquals(8, HtmlReader.read("<blockquote>".repeat(500) + "deep").blocks().get(0).indent);
  }

  @Test
  void otherPagesHaveBlocksOfTheirOwn() {
    Document plain = Source.document("a <b>\n c", "text/plain");
    assertEquals("a <b>\n c", plain.blocks().get(0).text());
    assertEquals(1, plain.blocks().size());
    assertEquals("{}", Source.document("{}", "application/json").blocks().get(0).text());
    Document lost = Document.unavailable("http://x/", "net::ERR_NAME_NOT_RESOLVED");
    assertEquals("Webpage not available", lost.title());
    assertEquals(
        "Webpage not available/b|The webpage at http://x/ could not be loaded because:"
            + "|net::ERR_NAME_NOT_RESOLVED",
        lost.blocks().stream().map(HtmlReaderTest::block).collect(Collectors.joining("|")));
  }
}
