package talpa.agent.answer;

import java.nio.charset.StandardCharsets;

/**
 * What a stand-in server says.
 *
 * @param kind for people: how the body was made
 * @param type the media type
 */
public record Answer(String kind, String type, byte[] body) {
  private static final int PREVIEW = 400;

  /** Where it begins, if it is text. */
  public String preview() {
    return type.startsWith("image/") || type.equals("audio/mpeg")
        ? ""
        : new String(body, 0, Math.min(body.length, PREVIEW), StandardCharsets.UTF_8);
  }

  boolean isJson() {
    return type.startsWith("application/json");
  }

  boolean isXml() {
    return type.contains("xml");
  }

  /** The body of a text. */
  String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** An answer that is text, in UTF-8. */
  public static Answer text(String kind, String type, String body) {
    return new Answer(kind, type + "; charset=utf-8", body.getBytes(StandardCharsets.UTF_8));
  }
}
