package talpa.agent.build;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import talpa.agent.boot.Host;
import talpa.agent.wire.Frames;
import talpa.agent.wire.Inbox;
import talpa.agent.wire.Json;
import talpa.agent.wire.Request;
import talpa.agent.wire.Wire;

/** A front within the agent's own JVM: for the build of the pack, and for tests. */
public final class LocalFront {
  private final OutputStream requests;
  private final DataInputStream responses;
  private final List<Map<?, ?>> events = new ArrayList<>();
  private int id;

  private LocalFront(OutputStream requests, DataInputStream responses) {
    this.requests = requests;
    this.responses = responses;
  }

  /** Starts the agent on threads of its own; the first call must be boot. */
  public static LocalFront start() throws IOException {
    PipeOfMany requests = new PipeOfMany();
    PipeOfMany responses = new PipeOfMany();
    Wire wire = new Wire(responses);
    Inbox inbox = new Inbox(requests.end(), wire);
    daemon("talpa-wire", inbox);
    daemon("talpa-host", () -> host(inbox, wire));
    return new LocalFront(requests, new DataInputStream(responses.end()));
  }

  private static void host(Inbox inbox, Wire wire) {
    try {
      Request r = inbox.take(wire);
      Host.boot(r, inbox, wire);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void daemon(String name, Runnable r) {
    Thread t = new Thread(r, name);
    t.setDaemon(true);
    t.start();
  }

  /** The notifications that came so far. */
  public List<Map<?, ?>> events() {
    return events;
  }

  /**
   * Does a request and waits for its response.
   *
   * @return the response: it has "result" or "error", and "raw" where bytes came behind it
   */
  public Map<?, ?> call(String method, Map<String, ?> params) throws IOException {
    Map<String, Object> m = new LinkedHashMap<>();
    m.put("id", ++id);
    m.put("method", method);
    m.put("params", params);
    Frames.write(requests, Json.write(m).getBytes(StandardCharsets.UTF_8), null);
    while (true) {
      byte[] frame = Frames.read(responses);
      if (frame == null) {
        throw new IOException("the agent is gone");
      }
      Map<Object, Object> r =
          new LinkedHashMap<>((Map<?, ?>) Json.parse(new String(frame, StandardCharsets.UTF_8)));
      if (r.get("bytes") instanceof Long n) {
        r.put("raw", responses.readNBytes(Math.toIntExact(n)));
      }
      if (r.containsKey("id")) {
        return r;
      }
      events.add(r);
    }
  }
}
