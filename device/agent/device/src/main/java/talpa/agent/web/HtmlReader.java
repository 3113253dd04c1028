package talpa.agent.web;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.ccil.cowan.tagsoup.Parser;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** Reads HTML of any quality with the platform's own parser into blocks of text. */
final class HtmlReader extends DefaultHandler {
  /** A page that is longer is cut. */
  private static final int MAX_LENGTH = 1_000_000;

  private static final int MAX_BLOCKS = 1_000;
  private static final int MAX_INDENT = 8;
  private static final float TEXT_SIZE = 16;

  private static final Set<String> BLOCKS =
      Set.of(
          "address",
          "article",
          "aside",
          "blockquote",
          "body",
          "center",
          "dd",
          "details",
          "div",
          "dl",
          "dt",
          "fieldset",
          "figcaption",
          "figure",
          "footer",
          "form",
          "h1",
          "h2",
          "h3",
          "h4",
          "h5",
          "h6",
          "header",
          "li",
          "main",
          "nav",
          "ol",
          "option",
          "p",
          "pre",
          "section",
          "summary",
          "table",
          "td",
          "th",
          "tr",
          "ul");
  private static final Set<String> UNSEEN =
      Set.of("script", "style", "template", "datalist", "object", "iframe", "svg");
  private static final Set<String> INDENTED = Set.of("ul", "ol", "blockquote", "dd");
  private static final Map<String, Float> HEADINGS =
      Map.of("h1", 32f, "h2", 24f, "h3", 18.7f, "h4", 16f, "h5", 13.3f, "h6", 10.7f);
  private static final Map<String, Integer> STYLES =
      Map.of(
          "b", Block.Style.BOLD,
          "strong", Block.Style.BOLD,
          "th", Block.Style.BOLD,
          "i", Block.Style.ITALIC,
          "em", Block.Style.ITALIC,
          "u", Block.Style.UNDERLINE,
          "code", Block.Style.MONOSPACE,
          "tt", Block.Style.MONOSPACE,
          "pre", Block.Style.MONOSPACE);

  /** An open element, with what it changed. */
  private record Open(String name, int style, String href, float size) {}

  private final List<Block> blocks = new ArrayList<>();
  private final List<Open> open = new ArrayList<>();
  private final StringBuilder title = new StringBuilder();
  private final Set<String> seen = new HashSet<>();
  private Block block;
  private Block field;
  private int unseen;
  private int indent;
  private int preformatted;
  private boolean bullet;
  private int style;
  private String href;
  private float size = TEXT_SIZE;

  private HtmlReader() {}

  /** Never fails: what cannot be read is left out. */
  static Document read(String html) {
    HtmlReader r = new HtmlReader();
    Parser p = new Parser();
    p.setContentHandler(r);
    String text = html.length() > MAX_LENGTH ? html.substring(0, MAX_LENGTH) : html;
    try {
      p.parse(new InputSource(new StringReader(text)));
    } catch (IOException | SAXException | RuntimeException e) {
      // What was read until here is shown, as a browser does.
    }
    r.end();
    return new Document(
        r.title.toString().strip(), List.copyOf(r.blocks), r.seen.contains("script"));
  }

  @Override
  public void startElement(String uri, String local, String qualified, Attributes a) {
    String name = local.toLowerCase(Locale.ROOT);
    seen.add(name);
    open.add(new Open(name, style, href, size));
    if (UNSEEN.contains(name)) {
      unseen++;
    }
    if (BLOCKS.contains(name) || name.equals("br")) {
      end();
    }
    if (INDENTED.contains(name)) {
      indent++;
    }
    style |= STYLES.getOrDefault(name, 0);
    if (HEADINGS.containsKey(name)) {
      size = HEADINGS.get(name);
      style |= Block.Style.BOLD;
    }
    switch (name) {
      case "pre" -> preformatted++;
      case "li" -> bullet = true;
      case "a" -> href = a.getValue("href") == null ? href : a.getValue("href");
      case "img" -> image(a);
      case "hr" -> single(Block.Kind.RULE, "");
      case "input" -> input(a);
      case "button" -> field = single(Block.Kind.BUTTON, "");
      case "textarea" -> field = single(Block.Kind.FIELD, "");
      default -> {}
    }
  }

  @Override
  public void endElement(String uri, String local, String qualified) {
    String name = local.toLowerCase(Locale.ROOT);
    if (UNSEEN.contains(name)) {
      unseen--;
    }
    if (BLOCKS.contains(name)) {
      end();
    }
    if (INDENTED.contains(name)) {
      indent--;
    }
    switch (name) {
      case "pre" -> preformatted--;
      case "li" -> bullet = false;
      case "button", "textarea" -> field = null;
      default -> {}
    }
    if (!open.isEmpty()) {
      Open o = open.remove(open.size() - 1);
      style = o.style();
      href = o.href();
      size = o.size();
    }
  }

  @Override
  public void characters(char[] chars, int from, int count) {
    String s = new String(chars, from, count);
    if (!open.isEmpty() && open.get(open.size() - 1).name().equals("title")) {
      title.append(s);
      return;
    }
    if (unseen > 0 || inHead()) {
      return;
    }
    if (preformatted == 0) {
      s = s.replaceAll("[ \t\r\n\f]+", " ");
      if (s.startsWith(" ") && (block == null || block.text().endsWith(" ")) && field == null) {
        s = s.substring(1);
      }
    }
    if (!s.isEmpty()) {
      (field != null ? field : block()).runs.add(new Block.Run(s, style, href, null));
    }
  }

  private boolean inHead() {
    return open.stream().anyMatch(o -> o.name().equals("head"));
  }

  private Block block() {
    if (block == null) {
      block = new Block(Block.Kind.TEXT, size, Math.min(indent, MAX_INDENT), bullet);
      bullet = false;
    }
    return block;
  }

  private void end() {
    Block b = block;
    block = null;
    if (b != null && !b.blank() && blocks.size() < MAX_BLOCKS) {
      blocks.add(b);
    }
  }

  private Block single(Block.Kind kind, String text) {
    end();
    Block b = new Block(kind, size, Math.min(indent, MAX_INDENT), false);
    b.runs.add(new Block.Run(text, 0, null, null));
    if (unseen == 0 && blocks.size() < MAX_BLOCKS) {
      blocks.add(b);
    }
    return b;
  }

  private void image(Attributes a) {
    String alt = a.getValue("alt");
    if (unseen == 0) {
      block().runs.add(new Block.Run(alt == null ? "" : alt, style, href, a.getValue("src")));
    }
  }

  private void input(Attributes a) {
    String type = a.getValue("type") == null ? "text" : a.getValue("type").toLowerCase(Locale.ROOT);
    String value = a.getValue("value") == null ? "" : a.getValue("value");
    switch (type) {
      case "hidden", "file", "image", "range", "color" -> {}
      case "submit" -> single(Block.Kind.BUTTON, value.isEmpty() ? "Submit" : value);
      case "button", "reset" -> single(Block.Kind.BUTTON, value);
      case "checkbox", "radio" -> single(Block.Kind.CHECK, "");
      case "password" -> single(Block.Kind.SECRET, value);
      default -> single(Block.Kind.FIELD, value);
    }
  }
}
