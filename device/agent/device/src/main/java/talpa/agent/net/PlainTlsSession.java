package talpa.agent.net;

import java.security.Principal;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;
import talpa.agent.clock.Clock;

/** The session of a socket that claims to be a TLS one. */
final class PlainTlsSession implements SSLSession {
  private static final int PACKET = 16_384;

  private final String host;
  private final int port;
  private final String cipher;
  private final long made = Clock.wallMillis();
  private final Map<String, Object> values = new HashMap<>();
  private X509Certificate certificate;

  PlainTlsSession(String host, int port, String cipher) {
    this.host = host;
    this.port = port;
    this.cipher = cipher;
  }

  @Override
  public synchronized Certificate[] getPeerCertificates() throws SSLPeerUnverifiedException {
    if (host.isEmpty()) {
      throw new SSLPeerUnverifiedException("peer not authenticated");
    }
    if (certificate == null) {
      certificate = HostCertificate.of(host);
    }
    return new Certificate[] {certificate};
  }

  @Override
  public Principal getPeerPrincipal() throws SSLPeerUnverifiedException {
    return ((X509Certificate) getPeerCertificates()[0]).getSubjectX500Principal();
  }

  @Override
  public String getCipherSuite() {
    return cipher;
  }

  @Override
  public String getProtocol() {
    return host.isEmpty() ? "NONE" : "TLSv1.2";
  }

  @Override
  public String getPeerHost() {
    return host;
  }

  @Override
  public int getPeerPort() {
    return port;
  }

  @Override
  public byte[] getId() {
    return new byte[0];
  }

  @Override
  public SSLSessionContext getSessionContext() {
    return null;
  }

  @Override
  public long getCreationTime() {
    return made;
  }

  @Override
  public long getLastAccessedTime() {
    return made;
  }

  @Override
  public void invalidate() {}

  @Override
  public boolean isValid() {
    return !host.isEmpty();
  }

  @Override
  public void putValue(String name, Object value) {
    values.put(name, value);
  }

  @Override
  public Object getValue(String name) {
    return values.get(name);
  }

  @Override
  public void removeValue(String name) {
    values.remove(name);
  }

  @Override
  public String[] getValueNames() {
    return values.keySet().toArray(new String[0]);
  }

  @Override
  public Certificate[] getLocalCertificates() {
    return null;
  }

  @Override
  public Principal getLocalPrincipal() {
    return null;
  }

  @Override
  public int getPacketBufferSize() {
    return PACKET;
  }

  @Override
  public int getApplicationBufferSize() {
    return PACKET;
  }
}
