package talpa.agent.network;

import android.Manifest;
import android.app.Application;
import android.content.pm.PackageManager;
import android.security.NetworkSecurityPolicy;
import dalvik.system.BlockGuard;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.URL;
import java.net.URLConnection;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import talpa.agent.order.RunToken;
import talpa.agent.process.AppProcess;
import talpa.agent.process.PerApp;

/**
 * The app's calls to the network, by Android's rules: none on the main thread (unless its policy
 * allows it), none without the INTERNET permission, and no clear text that the app does not permit.
 * What is on the device itself may be reached by all that have the permission.
 */
public final class NetworkCalls {
  private static final Pattern NUMERIC = Pattern.compile("[0-9.]+|.*:.*");

  /** Names that the front was told of: some, since an app may ask for any number. */
  private static final PerApp<Set<String>> UNREACHABLE = PerApp.of(ConcurrentHashMap::newKeySet);

  private static final int MAX_TOLD = 20;

  private NetworkCalls() {}

  private static Application app() {
    AppProcess p = AppProcess.current();
    return p == null ? null : p.application();
  }

  /** Throws if the policy of this thread forbids the network, as that of main threads does. */
  private static void offMainThread() {
    BlockGuard.getThreadPolicy().onNetwork();
  }

  private static boolean permitted() {
    Application a = app();
    return a == null
        || a.checkSelfPermission(Manifest.permission.INTERNET) == PackageManager.PERMISSION_GRANTED;
  }

  private static void mayOpen() throws SocketException {
    if (!permitted()) {
      throw new SocketException("socket failed: EPERM (Operation not permitted)");
    }
  }

  /** Throws if this thread or this app must not reach another computer. */
  static void mayReach() throws SocketException {
    offMainThread();
    mayOpen();
  }

  private static void mayLookUp() {
    if (!permitted()) {
      throw new SecurityException("Permission denied (missing INTERNET permission?)");
    }
  }

  private static boolean isName(String host) {
    return host != null && !host.isEmpty() && !NUMERIC.matcher(host).matches();
  }

  private static UnknownHostException unknown(String host) {
    AppProcess p = AppProcess.current();
    if (p != null && UNREACHABLE.get().size() < MAX_TOLD && UNREACHABLE.get().add(host)) {
      p.wire().notify("unreachable", Map.of("name", host));
    }
    return new UnknownHostException(
        "Unable to resolve host \"" + host + "\": No address associated with hostname");
  }

  private static boolean isLocal(String host) {
    return "localhost".equalsIgnoreCase(host);
  }

  /**
   * Before a name is looked up. That takes a phone some milliseconds, in which other threads run;
   * here it fails at once, so that they would see it only when it is over.
   */
  private static void look(String host) {
    if (isName(host) && !isLocal(host)) {
      offMainThread();
      mayLookUp();
      RunToken.yieldToNext();
    }
  }

  /** InetAddress.getByName. */
  public static InetAddress getByName(String host) throws UnknownHostException {
    look(host);
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw unknown(host);
    }
  }

  /** InetAddress.getAllByName. */
  public static InetAddress[] getAllByName(String host) throws UnknownHostException {
    look(host);
    try {
      return InetAddress.getAllByName(host);
    } catch (UnknownHostException e) {
      throw unknown(host);
    }
  }

  /** Socket.connect. */
  public static void connect(Socket s, SocketAddress to) throws IOException {
    connect(s, to, 0);
  }

  /** Socket.connect. */
  public static void connect(Socket s, SocketAddress to, int timeout) throws IOException {
    mayReach();
    if (to instanceof InetSocketAddress a && a.isUnresolved()) {
      look(a.getHostString());
      throw unknown(a.getHostString());
    }
    if (s.getChannel() == null) {
      s.connect(to, timeout);
    } else {
      ChannelCalls.connect(s, to, timeout);
    }
  }

  /** Before the arguments of a constructor that connects: new Socket(host, port) and the like. */
  public static String connecting(String host) throws IOException {
    mayReach();
    getByName(host);
    return host;
  }

  /** As above. */
  public static InetAddress connecting(InetAddress host) throws IOException {
    mayReach();
    return host;
  }

  // ---- connections by URL ----

  private static void check(URLConnection c) throws IOException {
    URL u = c.getURL();
    if (!u.getProtocol().equals("http") && !u.getProtocol().equals("https")) {
      return;
    }
    if (u.getProtocol().equals("http") && !clearTextPermitted(u.getHost())) {
      throw new IOException("Cleartext HTTP traffic to " + u.getHost() + " not permitted");
    }
    look(u.getHost());
    offMainThread();
    mayOpen();
  }

  private static boolean clearTextPermitted(String host) {
    return NetworkSecurityPolicy.getInstance().isCleartextTrafficPermitted(host);
  }

  /** What may come of a connection. */
  private interface Call<T> {
    T make() throws IOException;
  }

  private static <T> T on(URLConnection c, Call<T> call) throws IOException {
    check(c);
    try {
      return call.make();
    } catch (UnknownHostException e) {
      throw unknown(c.getURL().getHost());
    }
  }

  /** What reads an answer: of an error there is none, which Android's client tells so. */
  private static <T> T reading(URLConnection c, Call<T> call) throws IOException {
    try {
      return on(c, call);
    } catch (UnknownHostException | FileNotFoundException e) {
      throw e;
    } catch (IOException e) {
      if (c instanceof HttpURLConnection h && answeredWithError(h)) {
        throw new FileNotFoundException(c.getURL().toString());
      }
      throw e;
    }
  }

  private static boolean answeredWithError(HttpURLConnection c) {
    try {
      return c.getResponseCode() >= HttpURLConnection.HTTP_BAD_REQUEST;
    } catch (IOException e) {
      return false; // there was no answer
    }
  }

  /** URLConnection.connect. */
  public static void connect(URLConnection c) throws IOException {
    on(
        c,
        () -> {
          c.connect();
          return null;
        });
  }

  /** URLConnection.getInputStream. */
  public static InputStream getInputStream(URLConnection c) throws IOException {
    return reading(c, c::getInputStream);
  }

  /** URLConnection.getOutputStream. */
  public static OutputStream getOutputStream(URLConnection c) throws IOException {
    return on(c, c::getOutputStream);
  }

  /**
   * URLConnection.getContent. Android's library has no readers of pictures and sounds: their
   * content is the stream.
   */
  public static Object getContent(URLConnection c) throws IOException {
    return reading(
        c,
        () -> {
          String type = c.getContentType();
          boolean raw = type != null && (type.startsWith("image/") || type.startsWith("audio/"));
          return raw ? c.getInputStream() : c.getContent();
        });
  }

  /** HttpURLConnection.getResponseCode. */
  public static int getResponseCode(URLConnection c) throws IOException {
    return on(c, ((HttpURLConnection) c)::getResponseCode);
  }

  /** HttpURLConnection.getResponseMessage. */
  public static String getResponseMessage(URLConnection c) throws IOException {
    return on(c, ((HttpURLConnection) c)::getResponseMessage);
  }

  // ---- headers, whose readers ask the server and tell of no error but the main thread's ----

  private static <T> T header(URLConnection c, Supplier<T> get) {
    try {
      reading(c, c::getInputStream);
    } catch (IOException e) {
      // then there are no headers
    }
    return get.get();
  }

  /** URLConnection.getContentLength. */
  public static int getContentLength(URLConnection c) {
    return header(c, c::getContentLength);
  }

  /** URLConnection.getContentType. */
  public static String getContentType(URLConnection c) {
    return header(c, c::getContentType);
  }

  /** URLConnection.getContentEncoding. */
  public static String getContentEncoding(URLConnection c) {
    return header(c, c::getContentEncoding);
  }

  /** URLConnection.getLastModified. */
  public static long getLastModified(URLConnection c) {
    return header(c, c::getLastModified);
  }

  /** URLConnection.getHeaderField. */
  public static String getHeaderField(URLConnection c, String name) {
    return header(c, () -> c.getHeaderField(name));
  }

  /** URLConnection.getHeaderField. */
  public static String getHeaderField(URLConnection c, int n) {
    return header(c, () -> c.getHeaderField(n));
  }

  /** URLConnection.getHeaderFields. */
  public static Map<String, List<String>> getHeaderFields(URLConnection c) {
    return header(c, c::getHeaderFields);
  }

  /** URL.openStream. */
  public static InputStream openStream(URL u) throws IOException {
    return getInputStream(u.openConnection());
  }

  /** URL.getContent. */
  public static Object getContent(URL u) throws IOException {
    return getContent(u.openConnection());
  }
}
