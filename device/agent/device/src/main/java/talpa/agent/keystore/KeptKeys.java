package talpa.agent.keystore;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.KeyStoreSpi;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.util.Date;
import java.util.Enumeration;
import javax.crypto.SecretKey;

/** The app's view of its kept keys: no passwords, and nothing to load or store. */
public final class KeptKeys extends KeyStoreSpi {
  /** Called by the provider. */
  public KeptKeys() {}

  @Override
  public Key engineGetKey(String alias, char[] password)
      throws NoSuchAlgorithmException, UnrecoverableKeyException {
    try {
      return Keys.get(alias);
    } catch (GeneralSecurityException e) {
      throw new UnrecoverableKeyException(e.getMessage());
    }
  }

  @Override
  public KeyStore.Entry engineGetEntry(String alias, KeyStore.ProtectionParameter p)
      throws KeyStoreException {
    try {
      Key k = Keys.get(alias);
      if (k instanceof PrivateKey own) {
        return new KeyStore.PrivateKeyEntry(own, engineGetCertificateChain(alias));
      }
      if (k instanceof SecretKey secret) {
        return new KeyStore.SecretKeyEntry(secret);
      }
    } catch (GeneralSecurityException e) {
      throw new KeyStoreException(e);
    }
    Certificate c = engineGetCertificate(alias);
    return c == null ? null : new KeyStore.TrustedCertificateEntry(c);
  }

  @Override
  public Certificate[] engineGetCertificateChain(String alias) {
    return ask(() -> Keys.store().getCertificateChain(alias));
  }

  @Override
  public Certificate engineGetCertificate(String alias) {
    return ask(() -> Keys.store().getCertificate(alias));
  }

  @Override
  public Date engineGetCreationDate(String alias) {
    return ask(() -> Keys.store().getCreationDate(alias));
  }

  @Override
  public void engineSetKeyEntry(String alias, Key key, char[] password, Certificate[] chain)
      throws KeyStoreException {
    try {
      Keys.put(alias, key, chain == null ? new Certificate[0] : chain);
    } catch (KeyStoreException e) {
      throw e;
    } catch (GeneralSecurityException e) {
      throw new KeyStoreException(e);
    }
  }

  @Override
  public void engineSetKeyEntry(String alias, byte[] key, Certificate[] chain)
      throws KeyStoreException {
    throw new KeyStoreException("Operation not supported because key encoding is unknown");
  }

  @Override
  public void engineSetCertificateEntry(String alias, Certificate c) throws KeyStoreException {
    try {
      Keys.putCertificate(alias, c);
    } catch (GeneralSecurityException e) {
      throw new KeyStoreException(e);
    }
  }

  @Override
  public void engineDeleteEntry(String alias) throws KeyStoreException {
    try {
      Keys.delete(alias);
    } catch (GeneralSecurityException e) {
      throw new KeyStoreException(e);
    }
  }

  @Override
  public Enumeration<String> engineAliases() {
    return ask(() -> Keys.store().aliases());
  }

  @Override
  public boolean engineContainsAlias(String alias) {
    return ask(() -> Keys.store().containsAlias(alias));
  }

  @Override
  public int engineSize() {
    return ask(() -> Keys.store().size());
  }

  @Override
  public boolean engineIsKeyEntry(String alias) {
    return ask(() -> Keys.store().isKeyEntry(alias));
  }

  @Override
  public boolean engineIsCertificateEntry(String alias) {
    return ask(() -> Keys.store().isCertificateEntry(alias));
  }

  @Override
  public String engineGetCertificateAlias(Certificate c) {
    return ask(() -> Keys.store().getCertificateAlias(c));
  }

  @Override
  public void engineStore(OutputStream out, char[] password) {
    throw new UnsupportedOperationException("Can not serialize AndroidKeyStore to OutputStream");
  }

  @Override
  public void engineLoad(InputStream in, char[] password) throws IOException {
    if (in != null) {
      throw new IllegalArgumentException("InputStream not supported");
    }
  }

  /** A question to the store, which is always loaded. */
  private interface Question<T> {
    T answer() throws KeyStoreException;
  }

  private static <T> T ask(Question<T> q) {
    try {
      return q.answer();
    } catch (KeyStoreException e) {
      throw new IllegalStateException(e);
    }
  }
}
