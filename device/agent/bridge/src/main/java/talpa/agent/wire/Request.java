package talpa.agent.wire;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * One request.
 *
 * @param id its number
 * @param method its method
 * @param params its parameters
 */
public record Request(long id, String method, Params params) {
  /**
   * Parses the JSON of a frame.
   *
   * @throws IllegalArgumentException if it is not a request
   */
  @SuppressWarnings("unchecked")
  public static Request parse(byte[] frame) {
    Object v = Json.parse(new String(frame, StandardCharsets.UTF_8));
    if (!(v instanceof Map<?, ?> m)) {
      throw new IllegalArgumentException("request is not an object");
    }
    Params p = new Params((Map<String, Object>) m);
    return new Request(p.integer("id", -1), p.string("method"), p.object("params"));
  }
}
