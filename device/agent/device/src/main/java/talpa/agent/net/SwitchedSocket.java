package talpa.agent.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketImpl;

/**
 * A socket that becomes a connection to what is outside when it is connected to another host. For
 * the device itself it is the JDK's.
 */
final class SwitchedSocket extends SocketImpl {
  /** The emulator's own address. */
  private static final byte[] HERE = {10, 0, 2, 15};

  private static final int PORT = 40_000;

  private final SocketImpl jdk = (SocketImpl) onSocket("createPlatformSocketImpl", null, false);
  private final Outside outside;
  private Connection away;

  /** A socket that is not connected. */
  SwitchedSocket(Outside outside) {
    this.outside = outside;
  }

  /** Calls a method of a socket that is not public, of the JDK's implementation. */
  private static Object onSocket(String name, Object on, Object... args) {
    try {
      return call(name, on, args);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object call(String name, Object on, Object... args) throws IOException {
    try {
      for (Method m : SocketImpl.class.getDeclaredMethods()) {
        if (m.getName().equals(name) && fits(m, args)) {
          m.setAccessible(true);
          return m.invoke(on, args);
        }
      }
      throw new IllegalStateException("a socket has no method " + name);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      throw new IllegalStateException(e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean fits(Method m, Object[] args) {
    Class<?>[] p = m.getParameterTypes();
    if (p.length != args.length) {
      return false;
    }
    for (int i = 0; i < p.length; i++) {
      if (!p[i].isPrimitive() && !p[i].isInstance(args[i])) {
        return false;
      }
    }
    return true;
  }

  @Override
  protected void create(boolean stream) throws IOException {
    call("create", jdk, stream);
  }

  @Override
  protected void connect(String host, int port) throws IOException {
    connect(new InetSocketAddress(host, port), 0);
  }

  @Override
  protected void connect(InetAddress to, int port) throws IOException {
    connect(new InetSocketAddress(to, port), 0);
  }

  @Override
  protected void connect(SocketAddress to, int timeout) throws IOException {
    InetSocketAddress a = (InetSocketAddress) to;
    if (a.isUnresolved()) {
      throw new java.net.UnknownHostException(a.getHostString());
    }
    address = a.getAddress();
    port = a.getPort();
    if (address.isLoopbackAddress() || address.isAnyLocalAddress()) {
      try {
        call("connect", jdk, to, timeout);
      } catch (ConnectException e) {
        throw ConnectFaults.refused(a, timeout);
      }
      localport = (int) call("getLocalPort", jdk);
      return;
    }
    away = outside.connect(a, timeout);
    localport = PORT;
  }

  @Override
  protected void bind(InetAddress host, int port) throws IOException {
    call("bind", jdk, host, port);
    localport = (int) call("getLocalPort", jdk);
  }

  @Override
  protected void listen(int backlog) throws IOException {
    call("listen", jdk, backlog);
  }

  @Override
  protected void accept(SocketImpl s) throws IOException {
    call("accept", jdk, s);
  }

  /** How long a reader waits, in milliseconds; 0 is for ever. */
  private int timeout() {
    try {
      return (int) jdk.getOption(SO_TIMEOUT);
    } catch (java.net.SocketException e) {
      return 0; // closed: the reader will see that
    }
  }

  @Override
  protected InputStream getInputStream() throws IOException {
    return away != null ? away.input(this::timeout) : (InputStream) call("getInputStream", jdk);
  }

  @Override
  protected OutputStream getOutputStream() throws IOException {
    return away != null ? away.output() : (OutputStream) call("getOutputStream", jdk);
  }

  @Override
  protected int available() throws IOException {
    return away != null ? away.input(this::timeout).available() : (int) call("available", jdk);
  }

  @Override
  protected void close() throws IOException {
    if (away != null) {
      away.close();
    }
    call("close", jdk);
  }

  @Override
  protected void shutdownInput() throws IOException {
    if (away == null) {
      call("shutdownInput", jdk);
    }
  }

  @Override
  protected void shutdownOutput() throws IOException {
    if (away == null) {
      call("shutdownOutput", jdk);
    } else {
      away.shutdownOutput();
    }
  }

  @Override
  protected void sendUrgentData(int data) throws IOException {
    if (away == null) {
      call("sendUrgentData", jdk, data);
    }
  }

  @Override
  public void setOption(int id, Object value) throws java.net.SocketException {
    jdk.setOption(id, value);
  }

  @Override
  public Object getOption(int id) throws java.net.SocketException {
    if (away == null || id != SO_BINDADDR) {
      return jdk.getOption(id);
    }
    try {
      return InetAddress.getByAddress(HERE);
    } catch (java.net.UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }
}
