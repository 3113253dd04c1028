package talpa.agent.net;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The head of an HTTP/1.1 request (RFC 9112) that came whole.
 *
 * @param method in capitals
 * @param host by the header, without the port
 * @param path decoded from nothing, begins with a slash
 * @param query behind the question mark, or ""
 * @param headers by name in small letters
 */
record Request(String method, String host, String path, String query, Map<String, String> headers) {

  /** The request in these bytes; null if they are not all of one. */
  static Request parse(String host, int port, byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    int end = text.indexOf("\r\n\r\n");
    if (end < 0) {
      return null;
    }
    String[] lines = text.substring(0, end).split("\r\n");
    String[] first = lines[0].split(" ");
    if (first.length != 3 || !first[2].startsWith("HTTP/1.")) {
      return null;
    }
    Map<String, String> headers = new TreeMap<>();
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      if (colon > 0) {
        headers.put(
            lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
            lines[i].substring(colon + 1).strip());
      }
    }
    if (!complete(headers, text.substring(end + "\r\n\r\n".length()))) {
      return null;
    }
    String target = first[1].replaceFirst("^[a-zA-Z]+://[^/]*", "");
    int mark = target.indexOf('?');
    String path = mark < 0 ? target : target.substring(0, mark);
    return new Request(
        first[0],
        headers.getOrDefault("host", host).replaceFirst(":[0-9]+$", ""),
        path.startsWith("/") ? path : "/" + path,
        mark < 0 ? "" : target.substring(mark + 1),
        headers);
  }

  private static boolean complete(Map<String, String> headers, String body) {
    if (headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked")) {
      return body.startsWith("0\r\n") || body.contains("\r\n0\r\n");
    }
    String length = headers.getOrDefault("content-length", "0");
    try {
      return body.length() >= Long.parseLong(length) || headers.containsKey("expect");
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** A header, or "". */
  String header(String name) {
    return headers.getOrDefault(name, "");
  }
}
