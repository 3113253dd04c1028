package dev.talpa.larder;

import static dev.talpa.larder.ShelvesActivity.want;

import android.app.KeyguardManager;
import android.content.Context;
import android.security.KeyPairGeneratorSpec;
import android.security.keystore.KeyGenParameterSpec;
import android.security.keystore.KeyProperties;
import android.util.Base64;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.util.Arrays;
import java.util.Date;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.security.auth.x500.X500Principal;

/** Keys, ciphers and certificates. */
public final class SecurityShelf {
  private static final String STORE = "AndroidKeyStore";
  private static final byte[] TEXT = {1, 2, 3, 4, 5};

  private final Context context;

  SecurityShelf(Context context) {
    this.context = context;
  }

  private static KeyStore store() throws Exception {
    KeyStore s = KeyStore.getInstance(STORE);
    s.load(null);
    return s;
  }

  public void secretKey() throws Exception {
    KeyGenerator g = KeyGenerator.getInstance(KeyProperties.KEY_ALGORITHM_AES, STORE);
    g.init(
        new KeyGenParameterSpec.Builder(
                "secret", KeyProperties.PURPOSE_ENCRYPT | KeyProperties.PURPOSE_DECRYPT)
            .setBlockModes(KeyProperties.BLOCK_MODE_GCM)
            .setEncryptionPaddings(KeyProperties.ENCRYPTION_PADDING_NONE)
            .setKeySize(256)
            .build());
    g.generateKey();
    want(store().containsAlias("secret"), null);
    SecretKey key = (SecretKey) store().getKey("secret", null);
    Cipher c = Cipher.getInstance("AES/GCM/NoPadding");
    c.init(Cipher.ENCRYPT_MODE, key);
    byte[] sealed = c.doFinal(TEXT);
    Cipher back = Cipher.getInstance("AES/GCM/NoPadding");
    back.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(128, c.getIV()));
    want(Arrays.equals(TEXT, back.doFinal(sealed)), "another text");
    store().deleteEntry("secret");
    want(!store().containsAlias("secret"), null);
  }

  public void pairOfKeys() throws Exception {
    KeyPairGenerator g = KeyPairGenerator.getInstance(KeyProperties.KEY_ALGORITHM_EC, STORE);
    g.initialize(
        new KeyGenParameterSpec.Builder(
                "pair", KeyProperties.PURPOSE_SIGN | KeyProperties.PURPOSE_VERIFY)
            .setDigests(KeyProperties.DIGEST_SHA256)
            .build());
    KeyPair pair = g.generateKeyPair();
    KeyStore.PrivateKeyEntry e = (KeyStore.PrivateKeyEntry) store().getEntry("pair", null);
    Signature s = Signature.getInstance("SHA256withECDSA");
    s.initSign(e.getPrivateKey());
    s.update(TEXT);
    byte[] signed = s.sign();
    s.initVerify(e.getCertificate().getPublicKey());
    s.update(TEXT);
    want(s.verify(signed), "a bad signature");
    want(pair.getPublic().equals(e.getCertificate().getPublicKey()), null);
  }

  @SuppressWarnings("deprecation")
  public void oldPairOfKeys() throws Exception {
    KeyPairGenerator g = KeyPairGenerator.getInstance("RSA", STORE);
    g.initialize(
        new KeyPairGeneratorSpec.Builder(context)
            .setAlias("old")
            .setKeySize(1024)
            .setSubject(new X500Principal("CN=larder"))
            .setSerialNumber(BigInteger.ONE)
            .setStartDate(new Date())
            .setEndDate(new Date(System.currentTimeMillis() + 1000000000L))
            .build());
    g.generateKeyPair();
    KeyStore.PrivateKeyEntry e = (KeyStore.PrivateKeyEntry) store().getEntry("old", null);
    Cipher c = Cipher.getInstance("RSA/ECB/PKCS1Padding");
    c.init(Cipher.ENCRYPT_MODE, e.getCertificate().getPublicKey());
    byte[] sealed = c.doFinal(TEXT);
    c.init(Cipher.DECRYPT_MODE, e.getPrivateKey());
    want(Arrays.equals(TEXT, c.doFinal(sealed)), "another text");
  }

  public void ciphers() throws Exception {
    SecretKeySpec key = new SecretKeySpec(new byte[16], "AES");
    for (String name :
        new String[] {
          "AES", "AES/CBC/PKCS5Padding", "AES/CBC/PKCS7Padding", "AES/ECB/PKCS7Padding",
          "AES/CTR/NoPadding", "AES/GCM/NoPadding"
        }) {
      Cipher c = Cipher.getInstance(name);
      c.init(Cipher.ENCRYPT_MODE, key);
      want(c.doFinal(new byte[20]).length >= 20, name);
    }
    SecretKeyFactory f = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA1");
    want(f.generateSecret(new PBEKeySpec("a".toCharArray(), TEXT, 10, 128)) != null, null);
    SecretKeyFactory.getInstance("PBEWITHSHA256AND256BITAES-CBC-BC");
    want(MessageDigest.getInstance("SHA-256").digest(TEXT).length == 32, null);
    SecureRandom.getInstance("SHA1PRNG").nextInt();
  }

  public void stores() throws Exception {
    KeyStore.getInstance(KeyStore.getDefaultType()).load(null, null);
    KeyStore.getInstance("BKS").load(null, null);
    KeyStore roots = KeyStore.getInstance("AndroidCAStore");
    roots.load(null, null);
    want(roots.size() > 10, roots.size());
    SSLContext.getInstance("TLS").init(null, null, null);
    TrustManagerFactory f =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    f.init((KeyStore) null);
    want(f.getTrustManagers().length == 1, null);
    TrustManagerFactory.getInstance("X509");
  }

  public void lockScreen() {
    KeyguardManager m = (KeyguardManager) context.getSystemService(Context.KEYGUARD_SERVICE);
    want(!m.isKeyguardLocked() && m.isKeyguardSecure(), "locked, or without a lock");
  }

  public void base64() {
    String s = Base64.encodeToString(TEXT, Base64.NO_WRAP);
    want(s.equals("AQIDBAU="), s);
  }

  /** Nobody but the platform gets it by a call, but reflection counts as the platform. */
  public void unsafe() throws Exception {
    Object one = Class.forName("sun.misc.Unsafe").getDeclaredMethod("getUnsafe").invoke(null);
    want(one != null, null);
  }
}
