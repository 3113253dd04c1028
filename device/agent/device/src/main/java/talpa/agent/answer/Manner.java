package talpa.agent.answer;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/**
 * How stand-in servers answer: what the app reads, or as servers do at times.
 *
 * @param field what is odd of a right answer, or "" for all of it: see {@link Fields}
 * @param value the status of an error; what is in the field, or how many
 */
public record Manner(Way way, String field, String value) {
  /** What is odd. */
  public enum Way {
    /** Nothing. */
    NORMAL,
    /** The server refuses, or fails: 404 where no status is said. */
    ERROR,
    /** There is nothing in the answer, or in the field. */
    EMPTY,
    /** JSON of the same kind without members; nothing where no JSON is read. */
    BARE,
    /** A page whatever was asked for, as networks do that want a login first. */
    PAGE,
    /** The field is not there. */
    MISSING,
    /** The field is null. */
    NULL,
    /** The field is a text where something else is read. */
    TEXT,
    /** The field has a value, of its own kind where it can be. */
    VALUE,
    /** The field has so many elements, or letters. */
    SIZE
  }

  /** What the app reads. */
  public static final Manner NORMAL = new Manner(Way.NORMAL, "", "");

  private static final String NOT_FOUND = "404";

  /** Why a server refuses (RFC 9110), by status. */
  private static final Map<String, String> REASONS =
      Map.of(
          "400",
          "Bad Request",
          "401",
          "Unauthorized",
          "403",
          "Forbidden",
          NOT_FOUND,
          "Not Found",
          "429",
          "Too Many Requests",
          "500",
          "Internal Server Error",
          "503",
          "Service Unavailable");

  /** The one of that name; NORMAL for none: WAY, error STATUS, WAY FIELD, WAY FIELD=VALUE. */
  public static Manner of(String name) {
    if (name.isEmpty()) {
      return NORMAL;
    }
    int blank = name.indexOf(' ');
    String word = blank < 0 ? name : name.substring(0, blank);
    String rest = blank < 0 ? "" : name.substring(blank + 1);
    Way way = Way.valueOf(word.toUpperCase(Locale.ROOT));
    if (way == Way.ERROR) {
      return new Manner(way, "", rest.isEmpty() ? NOT_FOUND : rest);
    }
    int is = rest.indexOf('=');
    return is < 0
        ? new Manner(way, rest, "")
        : new Manner(way, rest.substring(0, is), rest.substring(is + 1));
  }

  /** The status line without the version. */
  public String status() {
    return way == Way.ERROR ? value + " " + REASONS.getOrDefault(value, "Error") : "200 OK";
  }

  /** What is answered by a host in the place of a good answer. */
  public Answer change(Answer good, String host) {
    if (!field.isEmpty()) {
      return Fields.change(good, this);
    }
    return switch (way) {
      case ERROR, PAGE -> Answer.text(label(), "text/html", Documents.page(host));
      case EMPTY -> new Answer(label(), good.type(), new byte[0]);
      case BARE -> new Answer(label(), good.type(), members(good).getBytes(StandardCharsets.UTF_8));
      default -> good;
    };
  }

  private String label() {
    return switch (way) {
      case ERROR -> "error " + value;
      case EMPTY -> "nothing";
      case BARE -> "JSON without members";
      case PAGE -> "page in the place of what was asked for";
      default -> "";
    };
  }

  private static String members(Answer good) {
    if (!good.isJson()) {
      return "";
    }
    return good.text().startsWith("[") ? "[]" : "{}";
  }
}
