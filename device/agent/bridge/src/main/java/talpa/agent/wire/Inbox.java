package talpa.agent.wire;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The receiving half of the wire: a thread reads requests; those with an immediate handler are
 * answered there, the others wait in a queue for the app's main thread.
 */
public final class Inbox implements Runnable {
  private final DataInputStream in;
  private final Wire wire;
  private final BlockingQueue<Request> queue = new LinkedBlockingQueue<>();
  private final Map<String, Handler> immediate = new ConcurrentHashMap<>();

  /** An inbox that reads from in; {@link #run} is its thread's body. */
  public Inbox(InputStream in, Wire wire) {
    this.in = new DataInputStream(in);
    this.wire = wire;
  }

  /** Registers a method that is answered at once, on the reader's thread. */
  public void immediate(String method, Handler h) {
    immediate.put(method, h);
  }

  /** Waits for the next request, and tells the wire that it is the one being done. */
  public Request take(Wire wire) throws InterruptedException {
    Request r = queue.take();
    wire.begin(r.id());
    return r;
  }

  /** Reads until the stream ends, then halts the JVM: without its front it has no purpose. */
  @Override
  public void run() {
    try {
      byte[] frame;
      while ((frame = Frames.read(in)) != null) {
        accept(frame);
      }
    } catch (IOException e) {
      System.err.println("wire: " + e);
    }
    Runtime.getRuntime().halt(0);
  }

  private void accept(byte[] frame) {
    Request r;
    try {
      r = Request.parse(frame);
    } catch (RuntimeException e) {
      wire.failNow(-1, WireException.usage(e.getMessage()));
      return;
    }
    Handler h = immediate.get(r.method());
    if (h == null) {
      queue.add(r);
      return;
    }
    try {
      wire.answerNow(r.id(), h.handle(r.params()));
    } catch (Exception e) {
      wire.failNow(r.id(), new WireException(WireException.Kind.AGENT, e.toString()));
    }
  }
}
