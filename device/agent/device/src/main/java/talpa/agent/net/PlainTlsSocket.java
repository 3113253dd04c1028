package talpa.agent.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.HandshakeCompletedEvent;
import javax.net.ssl.HandshakeCompletedListener;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/** A socket that claims to be a TLS one. Over another socket, or connected by itself. */
final class PlainTlsSocket extends SSLSocket {
  static final String[] CIPHERS = {
    "TLS_AES_128_GCM_SHA256",
    "TLS_AES_256_GCM_SHA384",
    "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
    "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
    "TLS_RSA_WITH_AES_128_CBC_SHA",
  };
  private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2", "TLSv1.1", "TLSv1"};

  /** What a handshake comes to: the first cipher of version 1.2. */
  private static final int AGREED = 2;

  private final Socket under;
  private final boolean closesIt;
  private final List<HandshakeCompletedListener> listeners = new ArrayList<>();
  private String host;
  private String[] ciphers = CIPHERS.clone();
  private String[] protocols = PROTOCOLS.clone();
  private SSLParameters parameters = new SSLParameters();
  private SSLSession session;

  PlainTlsSocket() {
    this(null, null, true);
  }

  PlainTlsSocket(Socket under, String host, boolean closesIt) {
    this.under = under;
    this.host = host;
    this.closesIt = closesIt;
  }

  private String host() {
    if (host == null) {
      InetAddress a = getInetAddress();
      host = a == null ? "" : a.getHostName();
    }
    return host;
  }

  @Override
  public void startHandshake() throws IOException {
    if (!isConnected()) {
      throw new SocketException("Socket is not connected");
    }
    if (session == null) {
      session = new PlainTlsSession(host(), getPort(), CIPHERS[AGREED]);
      HandshakeCompletedEvent e = new HandshakeCompletedEvent(this, session);
      for (HandshakeCompletedListener l : listeners) {
        l.handshakeCompleted(e);
      }
    }
  }

  @Override
  public SSLSession getSession() {
    try {
      startHandshake();
    } catch (IOException e) {
      return new PlainTlsSession("", 0, "SSL_NULL_WITH_NULL_NULL");
    }
    return session;
  }

  @Override
  public SSLSession getHandshakeSession() {
    return session;
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return under == null ? super.getInputStream() : under.getInputStream();
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return under == null ? super.getOutputStream() : under.getOutputStream();
  }

  @Override
  public synchronized void close() throws IOException {
    if (under != null && closesIt) {
      under.close();
    }
    super.close();
  }

  @Override
  public boolean isConnected() {
    return under == null ? super.isConnected() : under.isConnected();
  }

  @Override
  public boolean isBound() {
    return under == null ? super.isBound() : under.isBound();
  }

  @Override
  public InetAddress getInetAddress() {
    return under == null ? super.getInetAddress() : under.getInetAddress();
  }

  @Override
  public InetAddress getLocalAddress() {
    return under == null ? super.getLocalAddress() : under.getLocalAddress();
  }

  @Override
  public SocketAddress getRemoteSocketAddress() {
    return under == null ? super.getRemoteSocketAddress() : under.getRemoteSocketAddress();
  }

  @Override
  public int getPort() {
    return under == null ? super.getPort() : under.getPort();
  }

  @Override
  public int getLocalPort() {
    return under == null ? super.getLocalPort() : under.getLocalPort();
  }

  @Override
  public void setSoTimeout(int ms) throws SocketException {
    if (under == null) {
      super.setSoTimeout(ms);
    } else {
      under.setSoTimeout(ms);
    }
  }

  @Override
  public int getSoTimeout() throws SocketException {
    return under == null ? super.getSoTimeout() : under.getSoTimeout();
  }

  @Override
  public void setTcpNoDelay(boolean on) throws SocketException {
    if (under == null) {
      super.setTcpNoDelay(on);
    } else {
      under.setTcpNoDelay(on);
    }
  }

  @Override
  public String getApplicationProtocol() {
    return "";
  }

  @Override
  public String getHandshakeApplicationProtocol() {
    return "";
  }

  @Override
  public SSLParameters getSSLParameters() {
    return parameters;
  }

  @Override
  public void setSSLParameters(SSLParameters p) {
    parameters = p;
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return CIPHERS.clone();
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return ciphers.clone();
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {
    ciphers = suites.clone();
  }

  @Override
  public String[] getSupportedProtocols() {
    return PROTOCOLS.clone();
  }

  @Override
  public String[] getEnabledProtocols() {
    return protocols.clone();
  }

  @Override
  public void setEnabledProtocols(String[] p) {
    protocols = p.clone();
  }

  @Override
  public void addHandshakeCompletedListener(HandshakeCompletedListener l) {
    listeners.add(l);
  }

  @Override
  public void removeHandshakeCompletedListener(HandshakeCompletedListener l) {
    listeners.remove(l);
  }

  @Override
  public void setUseClientMode(boolean client) {}

  @Override
  public boolean getUseClientMode() {
    return true;
  }

  @Override
  public void setNeedClientAuth(boolean need) {}

  @Override
  public boolean getNeedClientAuth() {
    return false;
  }

  @Override
  public void setWantClientAuth(boolean want) {}

  @Override
  public boolean getWantClientAuth() {
    return false;
  }

  @Override
  public void setEnableSessionCreation(boolean on) {}

  @Override
  public boolean getEnableSessionCreation() {
    return true;
  }
}
