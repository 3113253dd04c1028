package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Socket;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.HandshakeCompletedEvent;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;

/** Stand-in servers, as the app finds them. */
@Installed("load.apk")
class NetTest extends NetApp {
  /** As Retrofit's. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface GET {
    String value();
  }

  @SuppressWarnings("unused")
  private static final class Post {
    int id;
    String title;
  }

  @SuppressWarnings("unused")
  private interface Api {
    @GET("net/posts/{id}")
    Post one(int id);
  }

  /** Reads JSON of its own shape. */
  private static final class Reader {
    static String read(String path) throws IOException, JSONException {
      JSONObject o = new JSONObject(body("/reader/" + path));
      JSONArray a = o.getJSONArray("headlines");
      return a.length() + " " + a.getJSONObject(0).getString("summary");
    }
  }

  private static void servers(String answer) {
    device("servers", Map.of("answer", answer));
  }

  @Test
  void aPathOfAnInterfaceIsAnsweredWithItsType() {
    assertEquals("{\"id\":42,\"title\":\"Title 42\"}", get("/net/posts/42"));
    Map<?, ?> told = events("answered").get(0);
    assertEquals("JSON by the app's types", told.get("kind"));
    assertEquals("api.example", told.get("name"));
    assertEquals("GET /net/posts/42", told.get("detail"));
    assertEquals("{\"id\":42,\"title\":\"Title 42\"}", told.get("value"));
  }

  @Test
  void aClassThatTakesJsonApartGetsItsShape() {
    assertEquals("5 Summary 1", aside(() -> Reader.read("news")));
    assertEquals("JSON by what the app reads", events("answered").get(0).get("kind"));
  }

  /** What OkHttp's builder looks for in a factory: the context that made it, and its manager. */
  private static Object manager(SSLSocketFactory f) throws ReflectiveOperationException {
    Object context = value(f, f.getClass(), "context");
    return value(context, Class.forName("sun.security.ssl.SSLContextImpl"), "trustManager");
  }

  private static Object value(Object of, Class<?> c, String name)
      throws ReflectiveOperationException {
    java.lang.reflect.Field f = c.getDeclaredField(name);
    f.setAccessible(true);
    return f.get(of);
  }

  @Test
  void theTrustManagerIsFoundWhereOkHttpLooks() throws Exception {
    X509TrustManager own = new Trusting();
    SSLContext c = SSLContext.getInstance("TLS");
    c.init(null, new TrustManager[] {own}, null);
    assertSame(own, manager(c.getSocketFactory()));
    assertInstanceOf(
        X509TrustManager.class, manager((SSLSocketFactory) SSLSocketFactory.getDefault()));
  }

  /** Trusts all. */
  private static final class Trusting extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket s) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket s) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine e) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine e) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  @Test
  void theSameRequestGetsTheSameAnswer() {
    assertEquals(get("/net/posts/7"), get("/net/posts/7"));
  }

  /** Android's library reads no pictures by itself; the JDK's makes them one of its own classes. */
  @Test
  void theContentOfAPictureIsItsStream() {
    String start = aside(() -> start(open(HOST + "/cover.png").getInputStream()));
    assertEquals(start, aside(() -> start(open(HOST + "/cover.png").getContent())));
    assertEquals(start, aside(() -> start(open(HOST + "/cover.png").getURL().getContent())));
  }

  /** The first bytes of a stream; of anything else its class. */
  private static String start(Object content) throws IOException {
    return content instanceof InputStream in
        ? HexFormat.of().formatHex(in.readNBytes(4))
        : content.getClass().getName();
  }

  @Test
  void picturesAndFeedsComeByPathAndType() {
    String type = "image/png";
    assertEquals(type, aside(() -> open(HOST + "/a/b.PNG").getContentType()));
    assertEquals(type, aside(() -> accepting("/logo", "image/*").getContentType()));
    assertTrue(get("/news/feed").startsWith("<?xml"), "a feed");
    assertTrue(get("/news.rss").contains("<item><title>Entry 1</title>"), "a feed");
  }

  private static HttpURLConnection accepting(String path, String type) throws IOException {
    HttpURLConnection c = open(HOST + path);
    c.setRequestProperty("Accept", type);
    return c;
  }

  @Test
  void aHeadHasNoBody() {
    assertEquals(
        "200 true -1",
        aside(
            () -> {
              HttpURLConnection c = open(HOST + "/net/posts/42");
              c.setRequestMethod("HEAD");
              int code = c.getResponseCode();
              return code + " " + (c.getContentLength() > 0) + " " + c.getInputStream().read();
            }));
  }

  @Test
  void whatIsSentIsTakenWhole() {
    assertEquals(
        "200 OK",
        aside(
            () -> {
              HttpURLConnection c = open(HOST + "/net/posts/1");
              c.setDoOutput(true);
              c.getOutputStream().write(new byte[100_000]);
              return c.getResponseCode() + " " + c.getResponseMessage();
            }));
    assertEquals("POST /net/posts/1", events("answered").get(0).get("detail"));
  }

  @Test
  void serversBehaveAsTheyAreTold() {
    servers("error");
    assertEquals("404", aside(() -> open(HOST + "/net/posts/1").getResponseCode()));
    String e = get("/net/posts/1");
    assertTrue(e.startsWith(FileNotFoundException.class.getName()), e);
    servers("error 500");
    assertEquals("500", aside(() -> open(HOST + "/net/posts/1").getResponseCode()));
    String url = HOST + "/net/posts/1";
    assertEquals(FileNotFoundException.class.getName() + ": " + url, get("/net/posts/1"));
    servers("empty");
    assertEquals("", get("/net/posts/1"));
    servers("bare");
    assertEquals("{}", get("/net/posts/1"));
    servers("page");
    assertTrue(get("/net/posts/1").contains("<html"));
    servers("normal");
    assertTrue(get("/net/posts/1").contains("\"id\":1"));
  }

  @Test
  void aNameHasOneAddressOfTheBlockForTests() {
    String a = aside(() -> InetAddress.getByName("far.example").getHostAddress());
    assertTrue(a.startsWith("198.18."), a);
    assertEquals(a, aside(() -> InetAddress.getByName("far.example").getHostAddress()));
    assertFalse(a.equals(aside(() -> InetAddress.getByName("other.example").getHostAddress())));
    assertEquals(
        "far.example/" + a, aside(() -> List.of(InetAddress.getAllByName("far.example")).get(0)));
    assertEquals("127.0.0.1", aside(() -> InetAddress.getByName("LocalHost").getHostAddress()));
  }

  @Test
  void aSocketSpeaksHttpByHand() {
    assertEquals(
        "HTTP/1.1 200 OK",
        aside(
            () -> {
              try (Socket s = new Socket("api.example", 80)) {
                s.getOutputStream().write("GET / HTTP/1.1\r\nHost: api.example\r\n\r\n".getBytes());
                return new String(s.getInputStream().readAllBytes()).lines().findFirst().get();
              }
            }));
  }

  @Test
  void whoReadsBeforeItHasAskedFindsTheConnectionClosed() {
    assertEquals(
        "-1 0",
        aside(
            () -> {
              try (Socket s = new Socket("api.example", 80)) {
                s.getOutputStream().write("GET / HTTP/1.1\r\n".getBytes());
                return s.getInputStream().read() + " " + s.getInputStream().available();
              }
            }));
  }

  @Test
  void aClosedConnectionSaysSo() {
    String e =
        aside(
            () -> {
              Socket s = new Socket("api.example", 80);
              InputStream in = s.getInputStream();
              s.close();
              return in.read();
            });
    assertEquals("java.net.SocketException: Socket closed", e);
  }

  private static SSLSocket secure() throws IOException {
    return (SSLSocket) SSLSocketFactory.getDefault().createSocket("api.example", 443);
  }

  @Test
  void aSecureSocketHasAHandshakeAndTheHostsCertificate() {
    assertEquals(
        "api.example 443 TLSv1.2 [[2, api.example]] true",
        aside(
            () -> {
              try (SSLSocket s = secure()) {
                HandshakeCompletedEvent[] done = new HandshakeCompletedEvent[1];
                s.addHandshakeCompletedListener(e -> done[0] = e);
                s.startHandshake();
                SSLSession session = s.getSession();
                X509Certificate c = (X509Certificate) session.getPeerCertificates()[0];
                return session.getPeerHost()
                    + " "
                    + session.getPeerPort()
                    + " "
                    + session.getProtocol()
                    + " "
                    + c.getSubjectAlternativeNames()
                    + " "
                    + (done[0].getSession() == session && session.isValid());
              }
            }));
  }

  @Test
  void aSecureSocketOverAnotherOneSpeaksToTheSameServer() {
    assertEquals(
        "HTTP/1.1 200 OK true",
        aside(
            () -> {
              Socket plain = new Socket("api.example", 443);
              SSLSocketFactory f = SSLContext.getDefault().getSocketFactory();
              SSLSocket s = (SSLSocket) f.createSocket(plain, "api.example", 443, true);
              s.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes());
              String head = new String(s.getInputStream().readAllBytes());
              s.close();
              return head.lines().findFirst().get() + " " + plain.isClosed();
            }));
  }

  @Test
  void aSocketThatIsNotConnectedHasNoSession() {
    assertEquals(
        "SSL_NULL_WITH_NULL_NULL NONE false",
        aside(
            () -> {
              SSLSocket s = (SSLSocket) SSLSocketFactory.getDefault().createSocket();
              assertThrows(IOException.class, s::startHandshake);
              SSLSession n = s.getSession();
              return n.getCipherSuite() + " " + n.getProtocol() + " " + n.isValid();
            }));
  }

  @Test
  void aConnectionKnowsItsCipherAndCertificates() {
    assertEquals(
        "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 1",
        aside(
            () -> {
              HttpsURLConnection c = (HttpsURLConnection) open(HOST + "/net/posts/1");
              c.connect();
              return c.getCipherSuite() + " " + c.getServerCertificates().length;
            }));
  }

  /** Asks again as soon as it has an answer. */
  @Test
  void anAppThatAsksWithoutEndComesToRest() {
    AtomicInteger answers = new AtomicInteger();
    AtomicBoolean ended = new AtomicBoolean();
    said();
    main(
        () ->
            new Thread(
                    () -> {
                      try {
                        while (!ended.get()) {
                          body("/net/posts/1");
                          answers.incrementAndGet();
                        }
                      } catch (IOException e) {
                        say("" + e);
                      }
                    })
                .start());
    int first = answers.getAndSet(0);
    assertTrue(first >= 16 && first <= 40, first + " answers");
    rest(1000);
    assertTrue(answers.get() >= 10 && answers.get() <= 40, answers + " answers in a second");
    ended.set(true);
    rest(1000);
    assertSaid();
  }
}
