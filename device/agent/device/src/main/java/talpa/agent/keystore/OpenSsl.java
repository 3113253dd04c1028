package talpa.agent.keystore;

import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.util.List;
import java.util.Set;

/**
 * Android's main provider of cryptography by its name, which code asks for that wants that one: the
 * platform's SSLCertificateSocketFactory, libraries of Google's. What it gives are the services of
 * the JVM's providers.
 */
public final class OpenSsl extends Provider {
  private static final long serialVersionUID = 1;

  private static final String NAME = "AndroidOpenSSL";

  /** The kinds of services that it has on a phone. */
  private static final Set<String> TYPES =
      Set.of(
          "AlgorithmParameters",
          "CertificateFactory",
          "Cipher",
          "KeyAgreement",
          "KeyFactory",
          "KeyGenerator",
          "KeyPairGenerator",
          "Mac",
          "MessageDigest",
          "SSLContext",
          "Signature");

  private OpenSsl() {
    super(NAME, "1.0", "Android's OpenSSL-backed security provider");
  }

  /** Registers the provider, once a JVM: asked last, so that it is used by name only. */
  public static void register() {
    if (Security.getProvider(NAME) == null) {
      Security.addProvider(new OpenSsl());
    }
  }

  @Override
  public Service getService(String type, String algorithm) {
    if (!TYPES.contains(type)) {
      return null;
    }
    for (Provider p : Security.getProviders()) {
      Service s = p == this ? null : p.getService(type, algorithm);
      if (s != null) {
        return new Lent(this, s);
      }
    }
    return null;
  }

  /** A service of another provider. */
  private static final class Lent extends Service {
    private final Service own;

    Lent(Provider lender, Service own) {
      super(lender, own.getType(), own.getAlgorithm(), own.getClassName(), List.of(), null);
      this.own = own;
    }

    @Override
    public Object newInstance(Object parameter) throws NoSuchAlgorithmException {
      return own.newInstance(parameter);
    }

    @Override
    public boolean supportsParameter(Object parameter) {
      return own.supportsParameter(parameter);
    }
  }
}
