package talpa.agent.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The sending half of the wire. Safe for use by several threads; each message is whole. */
public final class Wire {
  private final OutputStream out;
  private long pending = -1;

  /** A wire that writes to out. */
  public Wire(OutputStream out) {
    this.out = out;
  }

  /** Sends a notification with the given fields after "event". */
  public void notify(String event, Map<String, ?> fields) {
    Map<String, Object> m = new LinkedHashMap<>();
    m.put("event", event);
    m.putAll(fields);
    send(m, null);
  }

  /** Marks the request that is being done: {@link #abandon} answers it. */
  public synchronized void begin(long id) {
    pending = id;
  }

  /** Answers the request that is being done with its result, unless it was abandoned. */
  public synchronized void answer(long id, Object result) {
    if (take(id)) {
      answerNow(id, result);
    }
  }

  /** Answers a request that is not in the queue (ping, threads). */
  public synchronized void answerNow(long id, Object result) {
    Map<String, Object> m = new LinkedHashMap<>();
    m.put("id", id);
    byte[] raw = null;
    if (result instanceof Blob b) {
      Map<String, Object> fields = new LinkedHashMap<>(b.fields());
      raw = b.bytes();
      fields.put("bytes", raw.length);
      m.put("bytes", raw.length);
      m.put("result", fields);
    } else {
      m.put("result", result == null ? Map.of() : result);
    }
    send(m, raw);
  }

  /** Answers the request that is being done with an error, unless it was abandoned. */
  public synchronized void fail(long id, WireException e) {
    if (take(id)) {
      failNow(id, e);
    }
  }

  /** Answers any request with an error. */
  public synchronized void failNow(long id, WireException e) {
    Map<String, Object> err = new LinkedHashMap<>();
    err.put("kind", e.kind().name().toLowerCase(java.util.Locale.ROOT));
    err.put("message", String.valueOf(e.getMessage()));
    Map<String, Object> m = new LinkedHashMap<>();
    m.put("id", id);
    m.put("error", err);
    send(m, null);
  }

  /** Answers whatever request is being done with an error: its thread cannot (it hangs). */
  public synchronized void abandon(WireException e) {
    if (pending >= 0) {
      fail(pending, e);
    }
  }

  private boolean take(long id) {
    if (pending != id) {
      return false;
    }
    pending = -1;
    return true;
  }

  private synchronized void send(Map<String, Object> message, byte[] raw) {
    try {
      Frames.write(out, Json.write(message).getBytes(StandardCharsets.UTF_8), raw);
    } catch (IOException e) {
      // The front is gone, and with it the reason to run.
      Runtime.getRuntime().halt(3);
    }
  }
}
