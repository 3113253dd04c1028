package talpa.agent.boot;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import talpa.agent.convert.ApkConverter;
import talpa.agent.wire.Frames;
import talpa.agent.wire.Inbox;
import talpa.agent.wire.Json;
import talpa.agent.wire.Wire;

/**
 * Makes the pack of classes, as part of the build: starts the agent within this JVM, with itself as
 * the front, and writes what was loaded. Argument: none, or an APK, whose first screen is then part
 * of what is packed (its own classes are not).
 */
public final class PackMain {
  private final OutputStream requests;
  private final DataInputStream responses;
  private int id;

  private PackMain(OutputStream requests, DataInputStream responses) {
    this.requests = requests;
    this.responses = responses;
  }

  /** Writes the pack to its place in the agent's folder. */
  public static void main(String[] args) throws Exception {
    AgentClassLoader.record();
    PipedOutputStream requests = new PipedOutputStream();
    PipedOutputStream responses = new PipedOutputStream();
    DataInputStream in = new DataInputStream(new PipedInputStream(responses, 1 << 20));
    Wire wire = new Wire(responses);
    Inbox inbox = new Inbox(new PipedInputStream(requests, 1 << 20), wire);
    start("talpa-wire", inbox);
    start("talpa-front", () -> new PackMain(requests, in).drive(args));
    Host.boot(inbox.take(wire), inbox, wire);
    System.exit(1);
  }

  private static void start(String name, Runnable r) {
    Thread t = new Thread(r, name);
    t.setDaemon(true);
    t.start();
  }

  private void drive(String[] args) {
    try {
      call("boot", Map.of());
      if (args.length == 1) {
        show(Path.of(args[0]));
      }
      int n = AgentClassLoader.writeRecord(Library.pack(), Library.key());
      System.err.println("classes.pack: " + n + " classes");
      Runtime.getRuntime().halt(0);
    } catch (IOException | RuntimeException e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }

  private void show(Path apk) throws IOException {
    Path dir = Files.createTempDirectory("talpa-pack");
    Path classes = dir.resolve("classes.jar");
    new ApkConverter().convert(apk, classes);
    call(
        "load",
        Map.of(
            "apk",
            apk.toAbsolutePath().toString(),
            "classes",
            classes.toString(),
            "dataDir",
            dir.toString()));
    call("launch", Map.of());
    call("dump", Map.of());
    call("screenshot", Map.of());
  }

  private void call(String method, Map<String, String> params) throws IOException {
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
      Map<?, ?> r = (Map<?, ?>) Json.parse(new String(frame, StandardCharsets.UTF_8));
      if (r.get("bytes") instanceof Long n) {
        responses.skipNBytes(n);
      }
      if (r.containsKey("error")) {
        throw new IOException(method + ": " + r.get("error"));
      }
      if (r.containsKey("id")) {
        return;
      }
    }
  }
}
