package talpa.agent.web;

import java.util.Locale;

/**
 * What a web view was asked to show.
 *
 * @param url as the app is told of it
 * @param base what links of the page are relative to
 * @param data the page itself; null if the URL says where it is
 * @param type of the data, null for HTML
 */
record Entry(String url, String base, String data, String type) {
  static Entry of(String url) {
    return new Entry(url, url, null, null);
  }

  boolean network() {
    String s = url.toLowerCase(Locale.ROOT);
    return data == null
        && (s.startsWith("http:") || s.startsWith("https:") || s.startsWith("ftp:"));
  }
}
