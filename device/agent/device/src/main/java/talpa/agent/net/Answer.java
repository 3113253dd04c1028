package talpa.agent.net;

import java.nio.charset.StandardCharsets;

/**
 * What a stand-in server says.
 *
 * @param kind for people: how the body was made
 * @param type the media type
 */
record Answer(String kind, String type, byte[] body) {
  private static final int PREVIEW = 400;

  /** Where it begins, if it is text. */
  String preview() {
    return type.startsWith("image/") || type.equals("audio/mpeg")
        ? ""
        : new String(body, 0, Math.min(body.length, PREVIEW), StandardCharsets.UTF_8);
  }

  static Answer text(String kind, String type, String body) {
    return new Answer(kind, type + "; charset=utf-8", body.getBytes(StandardCharsets.UTF_8));
  }
}
