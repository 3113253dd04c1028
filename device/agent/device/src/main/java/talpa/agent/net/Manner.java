package talpa.agent.net;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** How stand-in servers answer: what the app reads, or as servers do at times. */
enum Manner {
  /** What the app reads. */
  NORMAL("200 OK"),
  /** The server has nothing of that name. What fails so is told the same on a phone. */
  ERROR("404 Not Found"),
  /** Nothing. */
  EMPTY("200 OK"),
  /** JSON of the same kind without members; nothing where no JSON is read. */
  BARE("200 OK"),
  /** A page whatever was asked for, as networks do that want a login first. */
  PAGE("200 OK");

  private final String status;

  Manner(String status) {
    this.status = status;
  }

  /** The one of that name; NORMAL for none. */
  static Manner of(String name) {
    return name.isEmpty() ? NORMAL : valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** The status line without the version. */
  String status() {
    return status;
  }

  /** What is answered by a host in the place of a good answer. */
  Answer change(Answer good, String host) {
    return switch (this) {
      case NORMAL -> good;
      case ERROR, PAGE -> Answer.text(label(), "text/html", Documents.page(host));
      case EMPTY -> new Answer(label(), good.type(), new byte[0]);
      case BARE -> new Answer(label(), good.type(), members(good).getBytes(StandardCharsets.UTF_8));
    };
  }

  private String label() {
    return switch (this) {
      case NORMAL -> "";
      case ERROR -> "error 404";
      case EMPTY -> "nothing";
      case BARE -> "JSON without members";
      case PAGE -> "page in the place of what was asked for";
    };
  }

  private static String members(Answer good) {
    if (!good.type().startsWith("application/json")) {
      return "";
    }
    return new String(good.body(), StandardCharsets.UTF_8).startsWith("[") ? "[]" : "{}";
  }
}
