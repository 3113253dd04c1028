package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.hardware.biometrics.BiometricPrompt;
import android.net.SSLCertificateSocketFactory;
import android.os.CancellationSignal;
import android.security.KeyPairGeneratorSpec;
import android.security.keystore.KeyGenParameterSpec;
import android.security.keystore.KeyPermanentlyInvalidatedException;
import android.security.keystore.KeyProperties;
import android.security.keystore.KeyProtection;
import android.security.keystore.UserNotAuthenticatedException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLContext;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;
import talpa.agent.keystore.CipherCalls;

/**
 * The key store as android.security.keystore2.AndroidKeyStoreSpi behaves, its messages word by
 * word.
 */
@SuppressWarnings("deprecation")
class KeystoreTest extends FieldTest {
  private static final String ANDROID = "AndroidKeyStore";
  private static final byte[] TEXT = "a text".getBytes(StandardCharsets.UTF_8);
  private static final int ALL =
      KeyProperties.PURPOSE_ENCRYPT
          | KeyProperties.PURPOSE_DECRYPT
          | KeyProperties.PURPOSE_SIGN
          | KeyProperties.PURPOSE_VERIFY;

  private static KeyStore store() throws GeneralSecurityException, IOException {
    KeyStore s = KeyStore.getInstance(ANDROID);
    s.load(null);
    return s;
  }

  private static KeyGenParameterSpec.Builder named(String alias) {
    return new KeyGenParameterSpec.Builder(alias, ALL)
        .setBlockModes(KeyProperties.BLOCK_MODE_GCM)
        .setEncryptionPaddings(KeyProperties.ENCRYPTION_PADDING_NONE)
        .setDigests(KeyProperties.DIGEST_SHA256);
  }

  private static SecretKey secret(String algorithm, KeyGenParameterSpec spec)
      throws GeneralSecurityException {
    KeyGenerator g = KeyGenerator.getInstance(algorithm, ANDROID);
    g.init(spec);
    return g.generateKey();
  }

  private static KeyPair pair(String algorithm, KeyGenParameterSpec spec)
      throws GeneralSecurityException {
    KeyPairGenerator g = KeyPairGenerator.getInstance(algorithm, ANDROID);
    g.initialize(spec);
    return g.generateKeyPair();
  }

  private static void finger(String how) {
    device("finger", Map.of("how", how));
  }

  @Test
  void aKeyForAWhileAfterTheFingerIsRefusedBeforeAndAfterIt() throws Exception {
    secret(
        "AES",
        named("k")
            .setUserAuthenticationRequired(true)
            .setUserAuthenticationValidityDurationSeconds(30)
            .build());
    Key kept = store().getKey("k", null);
    Cipher c = Cipher.getInstance("AES/GCM/NoPadding");
    assertThrows(
        UserNotAuthenticatedException.class, () -> CipherCalls.init(c, Cipher.ENCRYPT_MODE, kept));
    Shadow.<ShadowApplication>extract(app()).grantPermissions("android.permission.USE_BIOMETRIC");
    main(
        () ->
            new BiometricPrompt.Builder(app())
                .setTitle("Unlock")
                .setNegativeButton("No", app().getMainExecutor(), (d, which) -> {})
                .build()
                .authenticate(
                    new CancellationSignal(),
                    app().getMainExecutor(),
                    new BiometricPrompt.AuthenticationCallback() {}));
    finger("ok");
    CipherCalls.init(c, Cipher.ENCRYPT_MODE, kept);
    rest(31_000);
    assertThrows(
        UserNotAuthenticatedException.class, () -> CipherCalls.init(c, Cipher.ENCRYPT_MODE, kept));
    finger("none");
    assertThrows(
        KeyPermanentlyInvalidatedException.class,
        () -> CipherCalls.init(c, Cipher.ENCRYPT_MODE, kept));
  }

  @Test
  void aPhoneWithoutALockHoldsNoKeyToTheFinger() {
    finger("none");
    KeyGenParameterSpec each = named("k").setUserAuthenticationRequired(true).build();
    String words =
        "java.lang.IllegalStateException: At least one biometric must be enrolled to create keys"
            + " requiring user authentication for every use";
    assertEquals(
        words,
        assertThrows(InvalidAlgorithmParameterException.class, () -> secret("AES", each))
            .getMessage());
    assertEquals(
        words,
        assertThrows(InvalidAlgorithmParameterException.class, () -> pair("RSA", each))
            .getMessage());
  }

  @Test
  void aSecretKeyIsKeptUnderItsNameAndDecryptsWhatItEncrypted() throws Exception {
    SecretKey made = secret("AES", named("Key").build());
    Cipher c = Cipher.getInstance("AES/GCM/NoPadding");
    c.init(Cipher.ENCRYPT_MODE, made);
    byte[] hidden = c.doFinal(TEXT);
    Key kept = store().getKey("Key", null);
    Cipher d = Cipher.getInstance("AES/GCM/NoPadding");
    d.init(Cipher.DECRYPT_MODE, kept, new GCMParameterSpec(128, c.getIV()));
    assertArrayEquals(TEXT, d.doFinal(hidden));
    KeyStore.SecretKeyEntry e = (KeyStore.SecretKeyEntry) store().getEntry("Key", null);
    assertEquals("AES", e.getSecretKey().getAlgorithm());
    assertTrue(store().isKeyEntry("Key"));
    assertFalse(store().isCertificateEntry("Key"));
    assertNull(store().getCertificate("Key"));
    assertNotNull(store().getCreationDate("Key"));
  }

  @Test
  void codesAreMadeWithKeysOfTheStore() throws Exception {
    for (String algorithm :
        List.of("HmacSHA1", "HmacSHA224", "HmacSHA256", "HmacSHA384", "HmacSHA512")) {
      Mac m = Mac.getInstance(algorithm);
      m.init(secret(algorithm, named(algorithm).build()));
      byte[] code = m.doFinal(TEXT);
      m.init(store().getKey(algorithm, null));
      assertArrayEquals(code, m.doFinal(TEXT), algorithm);
    }
    assertEquals(5, store().size());
    Cipher c = Cipher.getInstance("DESede/CBC/PKCS7Padding");
    c.init(Cipher.ENCRYPT_MODE, secret("DESede", named("old").setKeySize(168).build()));
    assertEquals(8, c.doFinal(TEXT).length);
  }

  /** Names that differ by their capitals only are two. */
  @Test
  void namesAreKeptAsTheyAre() throws Exception {
    List<String> names = List.of("Key", "key", "KEY", "k^ey", "^Key", "Schlüssel ÄÖ", "a/b c");
    for (String n : names) {
      assertFalse(store().containsAlias(n), n);
      secret("AES", named(n).build());
      assertTrue(store().containsAlias(n), n);
    }
    assertEquals(new TreeSet<>(names), new TreeSet<>(Collections.list(store().aliases())));
    store().deleteEntry("key");
    assertFalse(store().containsAlias("key"));
    assertTrue(store().containsAlias("Key"));
    assertEquals(names.size() - 1, store().size());
  }

  @Test
  void aMissingNameIsNothing() throws Exception {
    KeyStore s = store();
    assertNull(s.getKey("none", null));
    assertNull(s.getEntry("none", null));
    assertNull(s.getCertificate("none"));
    assertNull(s.getCertificateChain("none"));
    assertNull(s.getCreationDate("none"));
    assertFalse(s.isKeyEntry("none"));
    s.deleteEntry("none");
    assertEquals(0, s.size());
  }

  @Test
  void aNewKeyTakesThePlaceOfTheOld() throws Exception {
    byte[] first = secret("HmacSHA256", named("k").build()).getEncoded();
    secret("HmacSHA256", named("k").build());
    assertNotEquals(new BigInteger(first), new BigInteger(store().getKey("k", null).getEncoded()));
    assertEquals(1, store().size());
  }

  // ---- pairs ----

  @Test
  void aPairSignsAndItsCertificateVerifies() throws Exception {
    for (String algorithm : List.of("RSA", "EC")) {
      int bits = algorithm.equals("EC") ? 256 : 1024; // quick to make
      KeyPair p = pair(algorithm, named(algorithm).setKeySize(bits).build());
      Signature s =
          Signature.getInstance("SHA256with" + (algorithm.equals("EC") ? "ECDSA" : "RSA"));
      s.initSign((PrivateKey) store().getKey(algorithm, null));
      s.update(TEXT);
      byte[] signed = s.sign();
      Certificate c = store().getCertificate(algorithm);
      s.initVerify(c);
      s.update(TEXT);
      assertTrue(s.verify(signed), algorithm);
      assertEquals(p.getPublic(), c.getPublicKey());
      c.verify(p.getPublic());
      assertEquals(algorithm, store().getCertificateAlias(c));
      assertEquals(1, store().getCertificateChain(algorithm).length);
      KeyStore.PrivateKeyEntry e = (KeyStore.PrivateKeyEntry) store().getEntry(algorithm, null);
      assertEquals(c, e.getCertificate());
    }
  }

  /** What KeyGenParameterSpec documents where nothing is set. */
  @Test
  void aCertificateTellsWhatItIsToldAndElseTheDefaults() throws Exception {
    pair("EC", named("plain").build());
    X509Certificate c = (X509Certificate) store().getCertificate("plain");
    assertEquals(new X500Principal("CN=fake"), c.getSubjectX500Principal());
    assertEquals(c.getSubjectX500Principal(), c.getIssuerX500Principal());
    assertEquals(BigInteger.ONE, c.getSerialNumber());
    assertEquals(new Date(0), c.getNotBefore());
    assertEquals(new Date(2461449600000L), c.getNotAfter(), "1 January 2048");
    pair(
        "EC",
        named("told")
            .setCertificateSubject(new X500Principal("CN=me, O=home"))
            .setCertificateSerialNumber(BigInteger.TEN)
            .setCertificateNotBefore(new Date(1_000_000_000_000L))
            .setCertificateNotAfter(new Date(2_000_000_000_000L))
            .build());
    c = (X509Certificate) store().getCertificate("told");
    assertEquals(new X500Principal("CN=me, O=home"), c.getSubjectX500Principal());
    assertEquals(BigInteger.TEN, c.getSerialNumber());
    assertEquals(new Date(1_000_000_000_000L), c.getNotBefore());
    assertEquals(new Date(2_000_000_000_000L), c.getNotAfter());
  }

  @Test
  void sizesAndCurvesAreThoseThatAreAskedFor() throws Exception {
    assertEquals(
        2048,
        ((RSAPublicKey) pair("RSA", named("r").build()).getPublic()).getModulus().bitLength());
    assertEquals(
        384,
        ((ECPublicKey) pair("EC", named("e").setKeySize(384).build()).getPublic())
            .getParams()
            .getCurve()
            .getField()
            .getFieldSize());
    KeyGenParameterSpec curve =
        named("c").setAlgorithmParameterSpec(new ECGenParameterSpec("secp521r1")).build();
    assertEquals(
        521,
        ((ECPublicKey) pair("EC", curve).getPublic())
            .getParams()
            .getCurve()
            .getField()
            .getFieldSize());
    assertEquals(32, secret("AES", named("a").setKeySize(256).build()).getEncoded().length);
    assertEquals(16, secret("AES", named("b").build()).getEncoded().length);
  }

  @Test
  void theOldGeneratorOfBeforeAndroid6Works() throws Exception {
    KeyPairGenerator g = KeyPairGenerator.getInstance("RSA", ANDROID);
    g.initialize(
        new KeyPairGeneratorSpec.Builder(app())
            .setAlias("old")
            .setKeySize(1024)
            .setSubject(new X500Principal("CN=old"))
            .setSerialNumber(BigInteger.TWO)
            .setStartDate(new Date(1000))
            .setEndDate(new Date(2_000_000_000_000L))
            .build());
    g.generateKeyPair();
    X509Certificate c = (X509Certificate) store().getCertificate("old");
    assertEquals(BigInteger.TWO, c.getSerialNumber());
    assertEquals(new X500Principal("CN=old"), c.getSubjectX500Principal());
  }

  // ---- keys of the app's own ----

  @Test
  void aKeyOfTheAppsOwnIsTakenWithWhatItMayBeUsedFor() throws Exception {
    SecretKey own = new SecretKeySpec(new byte[16], "AES");
    KeyProtection p =
        new KeyProtection.Builder(ALL)
            .setBlockModes(KeyProperties.BLOCK_MODE_GCM)
            .setEncryptionPaddings(KeyProperties.ENCRYPTION_PADDING_NONE)
            .build();
    store().setEntry("own", new KeyStore.SecretKeyEntry(own), p);
    assertNotNull(store().getKey("own", null));
    Certificate c =
        pair("EC", named("pair").build()) == null ? null : store().getCertificate("pair");
    store().setCertificateEntry("trusted", c);
    assertTrue(store().isCertificateEntry("trusted"));
    assertTrue(store().getEntry("trusted", null) instanceof KeyStore.TrustedCertificateEntry);
    store().setEntry("again", new KeyStore.TrustedCertificateEntry(c), null);
    assertEquals(c, store().getCertificate("again"));
  }

  private interface Call {
    void run(KeyStore s) throws Exception;
  }

  private static void refused(Class<? extends Exception> as, String message, Call call)
      throws Exception {
    KeyStore s = store();
    assertEquals(message, assertThrows(as, () -> call.run(s), message).getMessage());
  }

  @Test
  void whatTheStoreDoesNotTake() throws Exception {
    SecretKey secret = new SecretKeySpec(new byte[16], "AES");
    KeyPair pair = pair("EC", named("pair").build());
    Certificate c = store().getCertificate("pair");
    Class<? extends Exception> store = KeyStoreException.class;
    refused(
        store,
        "Protection parameters must be specified when importing a symmetric key",
        s -> s.setKeyEntry("k", secret, null, null));
    refused(
        store,
        "entries cannot be protected with passwords",
        s -> s.setKeyEntry("k", secret, new char[] {'x'}, null));
    refused(
        store,
        "Only PrivateKey and SecretKey are supported",
        s -> s.setKeyEntry("k", pair.getPublic(), null, null));
    refused(
        store,
        "Operation not supported because key encoding is unknown",
        s -> s.setKeyEntry("k", new byte[16], null));
    refused(
        store,
        "Entry exists and is not a trusted certificate",
        s -> s.setCertificateEntry("pair", c));
    refused(
        UnsupportedOperationException.class,
        "Can not serialize AndroidKeyStore to OutputStream",
        s -> s.store(new ByteArrayOutputStream(), null));
    refused(
        IllegalArgumentException.class,
        "InputStream not supported",
        s -> s.load(new ByteArrayInputStream(new byte[1]), null));
    assertEquals(1, store().size());
  }

  @Test
  void generatorsRefuseWhatTheyCannotMake() throws Exception {
    Class<? extends Exception> parameter = InvalidAlgorithmParameterException.class;
    refused(
        UnsupportedOperationException.class,
        "Cannot initialize without a android.security.keystore.KeyGenParameterSpec parameter",
        s -> KeyGenerator.getInstance("AES", ANDROID).init(128));
    refused(
        IllegalArgumentException.class,
        "android.security.keystore.KeyGenParameterSpec required to initialize this"
            + " KeyPairGenerator",
        s -> KeyPairGenerator.getInstance("RSA", ANDROID).initialize(2048));
    refused(
        IllegalStateException.class,
        "Not initialized",
        s -> KeyGenerator.getInstance("AES", ANDROID).generateKey());
    refused(
        IllegalStateException.class,
        "Not initialized",
        s -> KeyPairGenerator.getInstance("EC", ANDROID).generateKeyPair());
    refused(
        parameter,
        "Key size must be a multiple of 8: 100",
        s -> secret("AES", named("k").setKeySize(100).build()));
    refused(
        parameter,
        "HMAC key sizes must be within 64-512 bits, inclusive.",
        s -> secret("HmacSHA256", named("k").setKeySize(1024).build()));
    refused(
        parameter,
        "3DES key size must be 168 bits.",
        s -> secret("DESede", named("k").setKeySize(192).build()));
    assertEquals(0, store().size());
  }

  // ---- the system's certificates ----

  @Test
  void theSystemTrustsCertificatesThatNobodyCanChange() throws Exception {
    KeyStore s = KeyStore.getInstance("AndroidCAStore");
    s.load(null);
    assertTrue(s.size() > 50);
    String alias = s.aliases().nextElement();
    assertTrue(alias.matches("system:[0-9a-f]{8}\\.\\d"), alias);
    X509Certificate c = (X509Certificate) s.getCertificate(alias);
    assertEquals(c.getSubjectX500Principal(), c.getIssuerX500Principal());
    assertEquals(alias, s.getCertificateAlias(c));
    assertTrue(s.isCertificateEntry(alias));
    assertFalse(s.isKeyEntry(alias));
    assertNull(s.getKey(alias, null));
    assertNull(s.getCertificateChain(alias));
    assertNotNull(s.getCreationDate(alias));
    assertFalse(s.containsAlias("none"));
    assertThrows(UnsupportedOperationException.class, () -> s.deleteEntry(alias));
    assertThrows(UnsupportedOperationException.class, () -> s.setCertificateEntry("x", c));
  }

  @Test
  void otherProvidersAreAskedWithoutTheName() throws Exception {
    assertFalse(KeyGenerator.getInstance("AES").getProvider().getName().equals(ANDROID));
    KeyGenerator g = KeyGenerator.getInstance("AES");
    g.init(128);
    assertNotNull(g.generateKey().getEncoded());
    assertEquals(0, store().size());
  }

  /** Libraries ask for the platform's provider by its name. */
  @Test
  void thePlatformsProviderIsThere() throws GeneralSecurityException {
    String platform = "AndroidOpenSSL";
    assertEquals(platform, SSLContext.getInstance("TLS", platform).getProvider().getName());
    byte[] key = new byte[16];
    Cipher by = Cipher.getInstance("AES/CBC/PKCS5Padding", platform);
    by.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(key));
    Cipher any = Cipher.getInstance("AES/CBC/PKCS5Padding");
    any.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(key));
    assertArrayEquals(TEXT, any.doFinal(by.doFinal(TEXT)));
    assertEquals(32, MessageDigest.getInstance("SHA-256", platform).digest(TEXT).length);
    assertThrows(
        NoSuchAlgorithmException.class, () -> MessageDigest.getInstance("SHA-9", platform));
    assertThrows(NoSuchAlgorithmException.class, () -> KeyGenerator.getInstance("X", platform));
    assertFalse(
        platform.equals(MessageDigest.getInstance("SHA-256").getProvider().getName()),
        "by its name only");
    new SSLCertificateSocketFactory(1000).getDefaultCipherSuites();
    assertEquals(List.of(), lines("SSLCertificateSocketFactory"));
  }
}
