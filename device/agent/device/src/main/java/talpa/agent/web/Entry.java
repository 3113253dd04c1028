package talpa.agent.web;

import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a web view was asked to show.
 *
 * @param url as the app is told of it
 * @param base what links of the page are relative to
 * @param data the page itself; null if the URL says where it is
 * @param type of the data, null for HTML
 */
record Entry(String url, String base, String data, String type) {
  private static final Pattern NO_PATH =
      Pattern.compile("(https?://[^/?#]+)([?#].*)?", Pattern.CASE_INSENSITIVE);

  /** A page by its URL, with the path that a host alone means. */
  static Entry of(String url) {
    Matcher m = NO_PATH.matcher(url);
    String whole = m.matches() ? m.group(1) + "/" + Objects.toString(m.group(2), "") : url;
    return new Entry(whole, whole, null, null);
  }

  boolean network() {
    String s = url.toLowerCase(Locale.ROOT);
    return data == null
        && (s.startsWith("http:") || s.startsWith("https:") || s.startsWith("ftp:"));
  }
}
