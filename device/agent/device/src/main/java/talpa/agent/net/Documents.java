package talpa.agent.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Bodies that do not depend on the app. */
final class Documents {
  private static final String PICTURE = "talpa/agent/sample.jpg";
  private static final int ENTRIES = 3;

  private Documents() {}

  /** A small photograph. */
  static byte[] picture() {
    try (InputStream in = Documents.class.getClassLoader().getResourceAsStream(PICTURE)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A feed (RSS 2.0) with three entries. */
  static String feed(String host) {
    StringBuilder b = new StringBuilder();
    b.append("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<rss version=\"2.0\"><channel>");
    b.append("<title>Stand-in feed</title><link>https://").append(host).append("/</link>");
    b.append("<description>Entries of a stand-in server</description>");
    for (int i = 1; i <= ENTRIES; i++) {
      String link = "https://" + host + "/entry/" + i;
      b.append("<item><title>Entry ").append(i).append("</title><link>").append(link);
      b.append("</link><guid>").append(link).append("</guid><description>Text of entry ");
      b.append(i).append("</description><author>author@example.com</author><pubDate>");
      b.append("Sun, 15 Jun 2025 1").append(i).append(":00:00 GMT</pubDate></item>");
    }
    return b.append("</channel></rss>\n").toString();
  }

  /** A page with three links. */
  static String page(String host) {
    StringBuilder b = new StringBuilder("<!DOCTYPE html>\n<html><head><title>");
    b.append(host).append("</title></head><body><h1>").append(host).append("</h1>");
    for (int i = 1; i <= ENTRIES; i++) {
      b.append("<p><a href=\"/page/").append(i).append("\">Page ").append(i).append("</a></p>");
    }
    return b.append("</body></html>\n").toString();
  }
}
