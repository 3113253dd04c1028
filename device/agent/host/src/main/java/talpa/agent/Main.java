package talpa.agent;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;
import talpa.agent.boot.Host;
import talpa.agent.bridge.Platform;
import talpa.agent.wire.Inbox;
import talpa.agent.wire.Request;
import talpa.agent.wire.Stacks;
import talpa.agent.wire.Wire;
import talpa.agent.wire.WireException;

/**
 * Entry of the agent's JVM: takes the wire on standard input and output, answers {@code hello}, and
 * builds the sandbox on {@code boot}; from then on the session inside serves.
 *
 * <p>Command line: {@code java @jvm.flags -Drobolectric.dependency.dir=LIB/sdk -Djava.io.tmpdir=DIR
 * -cp 'LIB/*' talpa.agent.Main}, with LIB = lib/agent; native/ and classes.pack are found beside
 * LIB/sdk. Reads LIB, the JDK, the APK and its converted classes; writes below DIR and the app's
 * data folder only; needs no network.
 */
public final class Main {
  private Main() {}

  /** Serves until the front closes the wire. */
  public static void main(String[] args) throws Exception {
    Thread.currentThread().setName("talpa-host");
    InputStream in = new FileInputStream(FileDescriptor.in);
    Wire wire = new Wire(new FileOutputStream(FileDescriptor.out));
    PrintStream log = new PrintStream(new FileOutputStream(FileDescriptor.err), true);
    System.setIn(InputStream.nullInputStream());
    System.setOut(log);
    Inbox inbox = new Inbox(in, wire);
    inbox.immediate("threads", p -> Map.of("text", Stacks.text()));
    Thread reader = new Thread(inbox, "talpa-wire");
    reader.setDaemon(true);
    reader.start();
    while (true) {
      Request r = inbox.take(wire);
      switch (r.method()) {
        case "hello" -> wire.answer(r.id(), hello());
        case "boot" -> Host.boot(r, inbox, wire);
        default ->
            wire.fail(r.id(), WireException.usage("method \"" + r.method() + "\" before boot"));
      }
    }
  }

  private static Map<String, Object> hello() {
    return Map.of(
        "protocol",
        1,
        "agent",
        "0.1",
        "api",
        Platform.API,
        "pid",
        ProcessHandle.current().pid(),
        "java",
        System.getProperty("java.version"));
  }
}
