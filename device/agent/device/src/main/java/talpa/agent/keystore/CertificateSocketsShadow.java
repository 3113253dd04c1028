package talpa.agent.keystore;

import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/**
 * The platform's factory of sockets over a context of the JVM's, whose sessions are not the
 * platform's: they are not kept over the process's end.
 */
@Implements(className = "android.net.SSLCertificateSocketFactory")
public class CertificateSocketsShadow {
  /** Makes the factory that the sockets come from. */
  @Implementation
  protected SSLSocketFactory makeSocketFactory(KeyManager[] keys, TrustManager[] trust) {
    try {
      SSLContext c = SSLContext.getInstance("TLS");
      c.init(keys, trust, null);
      return c.getSocketFactory();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JVM has no TLS", e);
    }
  }
}
