package talpa.agent.keystore;

import java.io.InputStream;
import java.io.OutputStream;
import java.security.Key;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.KeyStoreSpi;
import java.security.NoSuchAlgorithmException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Date;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** The certificates that the system trusts: those of the JDK. They cannot be changed. */
public final class SystemRoots extends KeyStoreSpi {
  private static final String READ_ONLY = "This keystore is read only";

  private final Map<String, Certificate> roots = new LinkedHashMap<>();

  /** Called by the provider. */
  public SystemRoots() {}

  @Override
  public void engineLoad(InputStream in, char[] password) throws NoSuchAlgorithmException {
    TrustManagerFactory f =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    try {
      f.init((KeyStore) null);
    } catch (KeyStoreException e) {
      throw new IllegalStateException(e);
    }
    roots.clear();
    for (TrustManager m : f.getTrustManagers()) {
      if (m instanceof X509TrustManager x) {
        for (X509Certificate c : x.getAcceptedIssuers()) {
          int name = c.getSubjectX500Principal().hashCode();
          roots.put(String.format("system:%08x.0", name), c);
        }
      }
    }
  }

  @Override
  public Certificate engineGetCertificate(String alias) {
    return roots.get(alias);
  }

  @Override
  public Enumeration<String> engineAliases() {
    return Collections.enumeration(roots.keySet());
  }

  @Override
  public boolean engineContainsAlias(String alias) {
    return roots.containsKey(alias);
  }

  @Override
  public int engineSize() {
    return roots.size();
  }

  @Override
  public boolean engineIsCertificateEntry(String alias) {
    return roots.containsKey(alias);
  }

  @Override
  public String engineGetCertificateAlias(Certificate c) {
    for (Map.Entry<String, Certificate> e : roots.entrySet()) {
      if (e.getValue().equals(c)) {
        return e.getKey();
      }
    }
    return null;
  }

  @Override
  public Date engineGetCreationDate(String alias) {
    return roots.containsKey(alias) ? new Date(0) : null;
  }

  @Override
  public Key engineGetKey(String alias, char[] password) {
    return null;
  }

  @Override
  public Certificate[] engineGetCertificateChain(String alias) {
    return null;
  }

  @Override
  public boolean engineIsKeyEntry(String alias) {
    return false;
  }

  @Override
  public void engineSetKeyEntry(String alias, Key k, char[] password, Certificate[] chain) {
    throw new UnsupportedOperationException(READ_ONLY);
  }

  @Override
  public void engineSetKeyEntry(String alias, byte[] key, Certificate[] chain) {
    throw new UnsupportedOperationException(READ_ONLY);
  }

  @Override
  public void engineSetCertificateEntry(String alias, Certificate c) {
    throw new UnsupportedOperationException(READ_ONLY);
  }

  @Override
  public void engineDeleteEntry(String alias) {
    throw new UnsupportedOperationException(READ_ONLY);
  }

  @Override
  public void engineStore(OutputStream out, char[] password) {
    throw new UnsupportedOperationException(READ_ONLY);
  }
}
