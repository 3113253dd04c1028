package talpa.agent.drawing;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The pages of a PDF document (ISO 32000-1, 7.7.3): how many there are, and how large each is. What
 * stands on them is not read, nor are references to boxes and the order of the page tree.
 */
final class PdfPages {
  /** The size of a page in points. */
  record Page(int width, int height) {}

  /** How far from its beginning a file may say that it is one, as readers allow. */
  private static final int HEAD = 1024;

  /** What is unpacked of a document at most, in bytes. */
  private static final int MAX_UNPACKED = 64 << 20;

  /** Pages of a document that are counted, and how far a page's dictionary reaches, in bytes. */
  private static final int MAX_PAGES = 10_000;

  private static final int MAX_DICTIONARY = 1 << 16;

  /** The paper of a page that says none: US letter. */
  private static final Page LETTER = new Page(612, 792);

  private static final Pattern PAGE = Pattern.compile("/Type\\s*/Page(?![A-Za-z])");
  private static final String NUMBER = "\\s*(-?[0-9.]+)";
  private static final Pattern BOX =
      Pattern.compile("/MediaBox\\s*\\[" + NUMBER + NUMBER + NUMBER + NUMBER + "\\s*\\]");
  private static final Pattern SIDEWAYS = Pattern.compile("/Rotate\\s+-?(?:90|270)(?![0-9])");

  private final byte[] file;

  /** The file, a character for each byte. */
  private final String content;

  PdfPages(byte[] file) {
    this.file = file;
    this.content = new String(file, StandardCharsets.ISO_8859_1);
  }

  /** Whether the document cannot be read without a password. */
  boolean isEncrypted() {
    return isDocument() && content.contains("/Encrypt ");
  }

  private boolean isDocument() {
    return content.substring(0, Math.min(content.length(), HEAD)).contains("%PDF-");
  }

  /** The pages of the document, in the order of the file; none of what is none, or is damaged. */
  List<Page> read() {
    if (!isDocument()) {
      return List.of();
    }
    String text = objects();
    Matcher first = BOX.matcher(text);
    Page usual = first.find() ? box(first) : LETTER;
    List<Page> pages = new ArrayList<>();
    Matcher m = PAGE.matcher(text);
    while (pages.size() < MAX_PAGES && m.find()) {
      String object = dictionary(text, m.start());
      Matcher own = BOX.matcher(object);
      Page p = own.find() ? box(own) : usual;
      boolean sideways = SIDEWAYS.matcher(object).find();
      pages.add(sideways ? new Page(p.height, p.width) : p);
    }
    return pages;
  }

  private static Page box(Matcher m) {
    int width = length(m.group(1), m.group(3));
    int height = length(m.group(2), m.group(4));
    return width > 0 && height > 0 ? new Page(width, height) : LETTER;
  }

  private static int length(String from, String to) {
    try {
      return (int) Math.abs(Float.parseFloat(to) - Float.parseFloat(from));
    } catch (NumberFormatException e) {
      return 0; // "1.2.3"
    }
  }

  /** The dictionary that a place in it belongs to. */
  private static String dictionary(String text, int at) {
    int begin = at;
    int depth = 0;
    for (; begin >= Math.max(0, at - MAX_DICTIONARY); begin--) {
      if (text.startsWith(">>", begin)) {
        depth++;
        begin--;
      } else if (text.startsWith("<<", begin) && depth-- == 0) {
        break;
      }
    }
    begin = Math.max(begin, 0);
    int end = begin;
    depth = 0;
    for (; end < Math.min(text.length(), at + MAX_DICTIONARY); end++) {
      if (text.startsWith("<<", end)) {
        depth++;
        end++;
      } else if (text.startsWith(">>", end)) {
        end++;
        if (--depth == 0) {
          break;
        }
      }
    }
    return text.substring(begin, Math.min(end + 1, text.length()));
  }

  /** The file, and behind it what its streams of objects hold (7.5.7). */
  private String objects() {
    StringBuilder all = new StringBuilder(content);
    int end;
    for (int at = content.indexOf("/ObjStm"); at >= 0; at = content.indexOf("/ObjStm", end)) {
      int begin = content.indexOf("stream", at);
      end = content.indexOf("endstream", at);
      if (begin < 0 || end < begin) {
        break;
      }
      begin += "stream".length();
      begin += content.startsWith("\r\n", begin) ? 2 : 1;
      if (begin < end && dictionary(content, at).contains("/FlateDecode")) {
        all.append('\n').append(inflate(begin, end, MAX_UNPACKED - all.length()));
      }
    }
    return all.toString();
  }

  private String inflate(int begin, int end, int most) {
    Inflater inflater = new Inflater();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      inflater.setInput(file, begin, end - begin);
      byte[] part = new byte[1 << 16];
      for (int n = inflater.inflate(part); n > 0 && out.size() < most; n = inflater.inflate(part)) {
        out.write(part, 0, n);
      }
    } catch (DataFormatException e) {
      // What came before the damage is good.
    } finally {
      inflater.end();
    }
    return out.toString(StandardCharsets.ISO_8859_1);
  }
}
