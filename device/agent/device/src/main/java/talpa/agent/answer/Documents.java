package talpa.agent.answer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Bodies that do not depend on the app. */
public final class Documents {
  private static final String PICTURE = "talpa/agent/sample.jpg";
  private static final int ENTRIES = 3;

  private Documents() {}

  /** A small photograph. */
  public static byte[] picture() {
    try (InputStream in = Documents.class.getClassLoader().getResourceAsStream(PICTURE)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A feed (RSS 2.0) with three entries, each with a picture and a sound, as many feeds have. */
  public static String feed(String host) {
    StringBuilder b = new StringBuilder();
    b.append("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<rss version=\"2.0\"");
    b.append(" xmlns:content=\"http://purl.org/rss/1.0/modules/content/\"");
    b.append(" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"");
    b.append(" xmlns:media=\"http://search.yahoo.com/mrss/\"><channel>");
    b.append("<title>Stand-in feed</title><link>https://").append(host).append("/</link>");
    b.append("<description>Entries of a stand-in server</description>");
    for (int i = 1; i <= ENTRIES; i++) {
      entry(b, "https://" + host + "/entry/" + i, i);
    }
    return b.append("</channel></rss>\n").toString();
  }

  private static void entry(StringBuilder b, String link, int i) {
    String text = "Text of entry " + i + " &lt;img src=\"" + link + ".jpg\"&gt;";
    b.append("<item><title>Entry ").append(i).append("</title><link>").append(link);
    b.append("</link><guid>").append(link).append("</guid><description>").append(text);
    b.append("</description><content:encoded>").append(text).append("</content:encoded>");
    b.append("<author>author@example.com</author><dc:creator>Author ").append(i);
    b.append("</dc:creator><pubDate>Sun, 15 Jun 2025 1").append(i).append(":00:00 GMT</pubDate>");
    b.append("<category>News</category><media:thumbnail url=\"").append(link).append(".jpg\"/>");
    b.append("<media:content medium=\"image\" type=\"image/jpeg\" url=\"").append(link);
    b.append(".jpg\"/><enclosure type=\"audio/mpeg\" length=\"1000\" url=\"").append(link);
    b.append(".mp3\"/></item>");
  }

  /** A feed of Atom with three entries. */
  public static String atom(String host) {
    StringBuilder b = new StringBuilder();
    b.append("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    b.append("<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Stand-in feed</title>");
    b.append("<id>https://").append(host).append("/</id>");
    b.append("<updated>2025-06-15T11:00:00Z</updated>");
    for (int i = 1; i <= ENTRIES; i++) {
      String link = "https://" + host + "/entry/" + i;
      b.append("<entry><title>Entry ").append(i).append("</title><id>").append(link);
      b.append("</id><link href=\"").append(link).append("\"/><summary>Text of entry ").append(i);
      b.append("</summary><content type=\"text\">Text of entry ").append(i);
      b.append("</content><author><name>Author ").append(i).append("</name></author>");
      b.append("<published>2025-06-15T1").append(i).append(":00:00Z</published>");
      b.append("<updated>2025-06-15T1").append(i).append(":00:00Z</updated></entry>");
    }
    return b.append("</feed>\n").toString();
  }

  /** A page with three links. */
  public static String page(String host) {
    StringBuilder b = new StringBuilder("<!DOCTYPE html>\n<html><head><title>");
    b.append(host).append("</title></head><body><h1>").append(host).append("</h1>");
    for (int i = 1; i <= ENTRIES; i++) {
      b.append("<p><a href=\"/page/").append(i).append("\">Page ").append(i).append("</a></p>");
    }
    return b.append("</body></html>\n").toString();
  }
}
