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
import java.util.Collections;
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
  public void engineSetEntry(String alias, KeyStore.Entry e, KeyStore.ProtectionParameter p)
      throws KeyStoreException {
    if (e == null) {
      throw new KeyStoreException("entry == null");
    }
    if (e instanceof KeyStore.TrustedCertificateEntry t) {
      engineSetCertificateEntry(alias, t.getTrustedCertificate());
    } else if (e instanceof KeyStore.PrivateKeyEntry k) {
      putPrivate(alias, k.getPrivateKey(), k.getCertificateChain());
    } else if (e instanceof KeyStore.SecretKeyEntry k) {
      putSecret(alias, k.getSecretKey(), p);
    } else {
      throw new KeyStoreException(
          "Entry must be a PrivateKeyEntry, SecretKeyEntry, WrappedKeyEntry or"
              + " TrustedCertificateEntry; was "
              + e);
    }
  }

  @Override
  public Certificate[] engineGetCertificateChain(String alias) {
    return ask(() -> Keys.store().getCertificateChain(Keys.kept(alias)));
  }

  @Override
  public Certificate engineGetCertificate(String alias) {
    return ask(() -> Keys.store().getCertificate(Keys.kept(alias)));
  }

  @Override
  public Date engineGetCreationDate(String alias) {
    return ask(() -> Keys.store().getCreationDate(Keys.kept(alias)));
  }

  @Override
  public void engineSetKeyEntry(String alias, Key key, char[] password, Certificate[] chain)
      throws KeyStoreException {
    if (password != null && password.length > 0) {
      throw new KeyStoreException("entries cannot be protected with passwords");
    }
    if (key instanceof PrivateKey) {
      putPrivate(alias, key, chain);
    } else if (key instanceof SecretKey) {
      putSecret(alias, key, null);
    } else {
      throw new KeyStoreException("Only PrivateKey and SecretKey are supported");
    }
  }

  private static void putPrivate(String alias, Key key, Certificate[] chain)
      throws KeyStoreException {
    if (chain == null || chain.length == 0) {
      throw new KeyStoreException("Must supply at least one Certificate with PrivateKey");
    }
    put(alias, key, chain);
  }

  /** What a key may be used for must be said, and is not kept. */
  private static void putSecret(String alias, Key key, KeyStore.ProtectionParameter p)
      throws KeyStoreException {
    if (p == null) {
      throw new KeyStoreException(
          "Protection parameters must be specified when importing a symmetric key");
    }
    put(alias, key);
  }

  private static void put(String alias, Key key, Certificate... chain) throws KeyStoreException {
    try {
      Keys.put(alias, key, chain);
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
    if (engineIsKeyEntry(alias)) {
      throw new KeyStoreException("Entry exists and is not a trusted certificate");
    }
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
    return ask(
        () ->
            Collections.enumeration(
                Collections.list(Keys.store().aliases()).stream().map(Keys::given).toList()));
  }

  @Override
  public boolean engineContainsAlias(String alias) {
    return ask(() -> Keys.store().containsAlias(Keys.kept(alias)));
  }

  @Override
  public int engineSize() {
    return ask(() -> Keys.store().size());
  }

  @Override
  public boolean engineIsKeyEntry(String alias) {
    return ask(() -> Keys.store().isKeyEntry(Keys.kept(alias)));
  }

  @Override
  public boolean engineIsCertificateEntry(String alias) {
    return ask(() -> Keys.store().isCertificateEntry(Keys.kept(alias)));
  }

  @Override
  public String engineGetCertificateAlias(Certificate c) {
    return ask(() -> Keys.given(Keys.store().getCertificateAlias(c)));
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
