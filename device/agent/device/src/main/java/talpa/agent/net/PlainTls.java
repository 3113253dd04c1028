package talpa.agent.net;

import java.lang.reflect.Field;
import java.net.Socket;
import java.security.KeyManagementException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * Contexts of TLS whose sockets do not encrypt: what they are connected to is in the same process.
 * Engines and server sockets are the JDK's.
 */
public final class PlainTls extends SSLContextSpi {
  private static final String[] NAMES = {
    "TLS", "Default", "SSL", "TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3",
  };
  private static final String JDK = "SunJSSE";

  private SSLContext jdk;
  private boolean initialized;

  /** Called by the provider. */
  public PlainTls() {
    try {
      jdk = SSLContext.getInstance("TLS", JDK);
    } catch (java.security.GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Has every context of this JVM be one of these. */
  static void install() throws NoSuchAlgorithmException {
    Security.insertProviderAt(new Contexts(), 1);
    SSLContext.setDefault(SSLContext.getInstance("Default"));
  }

  /** What provides the contexts. */
  private static final class Contexts extends Provider {
    private static final long serialVersionUID = 1;

    Contexts() {
      super("TalpaTLS", "1.0", "TLS to stand-in servers");
      for (String n : NAMES) {
        put("SSLContext." + n, PlainTls.class.getName());
      }
    }
  }

  @Override
  protected void engineInit(KeyManager[] km, TrustManager[] tm, SecureRandom r)
      throws KeyManagementException {
    jdk.init(km, tm, null);
    initialized = true;
  }

  @Override
  protected SSLSocketFactory engineGetSocketFactory() {
    try {
      if (!initialized) { // the default context: the phone's own trust manager
        engineInit(null, null, null);
      }
      Field spi = SSLContext.class.getDeclaredField("contextSpi");
      spi.setAccessible(true);
      return new Factory(spi.get(jdk));
    } catch (KeyManagementException | ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  protected SSLServerSocketFactory engineGetServerSocketFactory() {
    return jdk.getServerSocketFactory();
  }

  @Override
  protected SSLEngine engineCreateSSLEngine() {
    return jdk.createSSLEngine();
  }

  @Override
  protected SSLEngine engineCreateSSLEngine(String host, int port) {
    return jdk.createSSLEngine(host, port);
  }

  @Override
  protected SSLSessionContext engineGetServerSessionContext() {
    return jdk.getServerSessionContext();
  }

  @Override
  protected SSLSessionContext engineGetClientSessionContext() {
    return jdk.getClientSessionContext();
  }

  /** Makes the sockets. */
  private static final class Factory extends SSLSocketFactory {
    /** Where OkHttp looks for the trust manager, by this name; without one its builder throws. */
    @SuppressWarnings("unused")
    private final Object context;

    Factory(Object context) {
      this.context = context;
    }

    @Override
    public String[] getDefaultCipherSuites() {
      return PlainTlsSocket.CIPHERS.clone();
    }

    @Override
    public String[] getSupportedCipherSuites() {
      return PlainTlsSocket.CIPHERS.clone();
    }

    @Override
    public Socket createSocket() {
      return new PlainTlsSocket();
    }

    @Override
    public Socket createSocket(Socket under, String host, int port, boolean close) {
      return new PlainTlsSocket(under, host, close);
    }

    @Override
    public Socket createSocket(String host, int port) throws java.io.IOException {
      return connected(java.net.InetAddress.getByName(host), port);
    }

    @Override
    public Socket createSocket(String host, int port, java.net.InetAddress from, int fromPort)
        throws java.io.IOException {
      return createSocket(host, port);
    }

    @Override
    public Socket createSocket(java.net.InetAddress host, int port) throws java.io.IOException {
      return connected(host, port);
    }

    @Override
    public Socket createSocket(
        java.net.InetAddress host, int port, java.net.InetAddress from, int fromPort)
        throws java.io.IOException {
      return connected(host, port);
    }

    private static Socket connected(java.net.InetAddress host, int port)
        throws java.io.IOException {
      Socket s = new PlainTlsSocket();
      s.connect(new java.net.InetSocketAddress(host, port));
      return s;
    }
  }
}
