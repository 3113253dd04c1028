package talpa.agent.network;

import android.net.Credentials;
import android.net.LocalSocketAddress;
import android.os.Process;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketOptions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.robolectric.annotation.ClassName;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadow.api.Shadow;
import talpa.agent.process.PerApp;

/**
 * The native part of local sockets, which reach from one to another within the app: no program of
 * the device listens on one. Their errors are in the kernel's words, as the platform gives them.
 */
@Implements(className = "android.net.LocalSocketImpl")
public class LocalSocketShadow {
  private static final int STREAM = 2; // LocalSocket.SOCKET_STREAM

  /** Those that listen, by namespace and name. */
  private static final PerApp<Map<String, LocalSocketShadow>> BOUND =
      PerApp.of(ConcurrentHashMap::new);

  private final Deque<LocalSocketShadow> callers = new ArrayDeque<>();
  private int kind;
  private String bound;
  private int room;
  private volatile int timeout;
  private volatile boolean open;
  private LocalPipe in;
  private LocalPipe out;

  private static String key(LocalSocketAddress a) {
    return a.getNamespace() + " " + a.getName();
  }

  /** A socket. */
  @Implementation
  protected void create(int type) {
    kind = type;
    open = true;
  }

  private void mustBeOpen() throws IOException {
    if (!open) {
      throw new IOException("socket not created");
    }
  }

  /** Gives it a name. */
  @Implementation
  protected void bind(LocalSocketAddress a) throws IOException {
    mustBeOpen();
    if (BOUND.get().putIfAbsent(key(a), this) != null) {
      throw new IOException("Address already in use");
    }
    bound = key(a);
  }

  /** Lets so many others wait until they are accepted. */
  @Implementation
  protected void listen(int backlog) throws IOException {
    mustBeOpen();
    synchronized (callers) {
      room = Math.max(1, backlog);
    }
  }

  /** Connects to one that listens; a phone waits for room where too many do so already. */
  @Implementation
  protected void connect(LocalSocketAddress a, int ignored) throws IOException {
    mustBeOpen();
    LocalSocketShadow server = BOUND.get().get(key(a));
    if (server == null) {
      boolean file = a.getNamespace() != LocalSocketAddress.Namespace.ABSTRACT;
      throw new IOException(file ? "No such file or directory" : "Connection refused");
    }
    LocalPipe there = new LocalPipe();
    LocalPipe back = new LocalPipe();
    LocalSocketShadow other = new LocalSocketShadow();
    other.join(there, back);
    synchronized (server.callers) {
      if (server.room <= server.callers.size() || kind != STREAM) {
        throw new IOException("Connection refused");
      }
      join(back, there);
      server.callers.add(other);
      server.callers.notifyAll();
    }
  }

  private void join(LocalPipe reads, LocalPipe writes) {
    open = true;
    in = reads;
    out = writes;
  }

  /** Waits for one that connects. That this one is closed meanwhile ends no wait, as on Linux. */
  @Implementation
  protected void accept(@ClassName("android.net.LocalSocketImpl") Object s) throws IOException {
    mustBeOpen();
    LocalSocketShadow made = Shadow.extract(s);
    synchronized (callers) {
      while (callers.isEmpty()) {
        try {
          callers.wait(timeout);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IOException("Interrupted system call", e);
        }
        if (timeout > 0 && callers.isEmpty()) {
          throw new IOException("accept failed: EAGAIN (Try again)");
        }
      }
      LocalSocketShadow caller = callers.remove();
      made.join(caller.in, caller.out);
    }
  }

  /** Closes it. */
  @Implementation
  protected void close() {
    open = false;
    if (bound != null) {
      BOUND.get().remove(bound, this);
    }
    if (in != null) {
      in.abandon(true);
      out.end(true);
    }
  }

  private void mustBeConnected() throws IOException {
    mustBeOpen();
    if (in == null) {
      throw new IOException("Transport endpoint is not connected");
    }
  }

  /** What comes. */
  @Implementation
  protected InputStream getInputStream() throws IOException {
    mustBeConnected();
    return in.input(() -> timeout);
  }

  /** What goes. */
  @Implementation
  protected OutputStream getOutputStream() throws IOException {
    mustBeConnected();
    return out.output();
  }

  /** Bytes that have come. */
  @Implementation
  protected int available() throws IOException {
    mustBeConnected();
    return in.available();
  }

  /** Reads nothing more. */
  @Implementation
  protected void shutdownInput() throws IOException {
    mustBeConnected();
    in.abandon(false);
  }

  /** Writes nothing more. */
  @Implementation
  protected void shutdownOutput() throws IOException {
    mustBeConnected();
    out.end(false);
  }

  /** Its time limit and the sizes of its buffers. */
  @Implementation
  protected Object getOption(int option) throws IOException {
    mustBeOpen();
    return switch (option) {
      case SocketOptions.SO_TIMEOUT -> timeout;
      case SocketOptions.SO_RCVBUF, SocketOptions.SO_SNDBUF -> LocalPipe.CAPACITY;
      default -> 0;
    };
  }

  /** Only the time limit is of effect. */
  @Implementation
  protected void setOption(int option, Object value) throws IOException {
    mustBeOpen();
    if (option == SocketOptions.SO_TIMEOUT && value instanceof Integer n) {
      timeout = n;
    }
  }

  /** The other end is the app itself. */
  @Implementation
  protected Credentials getPeerCredentials() throws IOException {
    mustBeConnected();
    return new Credentials(Process.myPid(), Process.myUid(), Process.myUid());
  }

  /** No file descriptor that programs could use. */
  @Implementation
  protected FileDescriptor getFileDescriptor() {
    return open ? new FileDescriptor() : null;
  }
}
