package talpa.agent.keystore;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.PKCS12Attribute;
import java.security.Provider;
import java.security.Security;
import java.security.cert.Certificate;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;
import org.robolectric.RuntimeEnvironment;
import talpa.agent.process.PerApp;

/**
 * The keys of the app that the system keeps: the providers of "AndroidKeyStore" and
 * "AndroidCAStore". Keys are in software, so that the platform's ciphers take them; their use is
 * not restricted to the purposes that they were made for. They outlive the process in a file beside
 * the app's data.
 */
public final class Keys {
  private static final String NAME = "AndroidKeyStore";
  private static final char[] NO_SECRET = "talpa".toCharArray();

  /** A key that needs no authentication. */
  static final int FREE = -1;

  /** The attribute of an entry that says how long after an authentication; a number of ours. */
  private static final String GUARD = "2.25.7105113012";

  private static final KeyStore.PasswordProtection PROTECTION =
      new KeyStore.PasswordProtection(NO_SECRET);

  private static final String MARK = "^";

  /** What the store would not tell from another letter, and the mark itself. */
  private static final Pattern CAPITAL = Pattern.compile("[\\p{Lu}^]");

  private static final Pattern MARKED = Pattern.compile("\\^(.)");

  /** Each app has its own keys. */
  private static final PerApp<KeyStore> STORE = PerApp.of(Keys::open);

  private Keys() {}

  /** Registers the provider, once a JVM. */
  public static void register() {
    if (Security.getProvider(NAME) == null) {
      Security.addProvider(new Services());
    }
  }

  static synchronized KeyStore store() {
    return STORE.get();
  }

  private static KeyStore open() {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      try {
        store.load(new ByteArrayInputStream(Files.readAllBytes(file())), NO_SECRET);
      } catch (NoSuchFileException e) {
        store.load(null, NO_SECRET);
      }
      return store;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("reading the app's key store: " + e, e);
    }
  }

  private static Path file() {
    return RuntimeEnvironment.getApplication()
        .createDeviceProtectedStorageContext()
        .getDataDir()
        .toPath()
        .resolve(".keystore");
  }

  /** Keeps a key; a chain belongs to private keys only. */
  static synchronized void put(String alias, Key key, Certificate... chain)
      throws GeneralSecurityException {
    store().setKeyEntry(kept(alias), key, NO_SECRET, chain.length == 0 ? null : chain);
    save();
  }

  static synchronized void putCertificate(String alias, Certificate c)
      throws GeneralSecurityException {
    store().setCertificateEntry(kept(alias), c);
    save();
  }

  /** Keeps a secret key with the seconds for which it can be used after an authentication. */
  static synchronized void put(String alias, SecretKey key, int guard)
      throws GeneralSecurityException {
    Set<KeyStore.Entry.Attribute> said =
        guard == FREE ? Set.of() : Set.of(new PKCS12Attribute(GUARD, Integer.toString(guard)));
    store().setEntry(kept(alias), new KeyStore.SecretKeyEntry(key, said), PROTECTION);
    save();
  }

  static synchronized Key get(String alias) throws GeneralSecurityException {
    Key k = store().getKey(kept(alias), NO_SECRET);
    if (k instanceof SecretKey secret) {
      for (KeyStore.Entry.Attribute a : store().getEntry(kept(alias), PROTECTION).getAttributes()) {
        if (a.getName().equals(GUARD)) {
          return new GuardedKey(secret, Integer.parseInt(a.getValue()));
        }
      }
    }
    return k;
  }

  static synchronized void delete(String alias) throws GeneralSecurityException {
    store().deleteEntry(kept(alias));
    save();
  }

  /** The alias in the store, which knows no capitals: a mark before each. */
  static String kept(String alias) {
    return CAPITAL.matcher(alias).replaceAll(m -> MARK + m.group().toLowerCase(Locale.ROOT));
  }

  /** The alias of the app for one of the store; null for null. */
  static String given(String kept) {
    return kept == null ? null : MARKED.matcher(kept).replaceAll(m -> restored(m.group(1)));
  }

  private static String restored(String marked) {
    return Matcher.quoteReplacement(marked.toUpperCase(Locale.ROOT));
  }

  private static void save() throws GeneralSecurityException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      store().store(out, NO_SECRET);
      Files.createDirectories(file().getParent());
      Files.write(file(), out.toByteArray());
    } catch (IOException e) {
      throw new GeneralSecurityException("writing the app's key store: " + e, e);
    }
  }

  /** The provider: asked last, so that it is used by name only. */
  private static final class Services extends Provider {
    private static final long serialVersionUID = 1;

    Services() {
      super(NAME, "1.0", "Android KeyStore security provider");
      put("KeyStore." + NAME, KeptKeys.class.getName());
      put("KeyStore.AndroidCAStore", SystemRoots.class.getName());
      for (String algorithm : new String[] {"AES", "DESede"}) {
        put("KeyGenerator." + algorithm, KeyMaker.class.getName() + "$" + algorithm);
      }
      for (int bits : new int[] {1, 224, 256, 384, 512}) {
        put("KeyGenerator.HmacSHA" + bits, KeyMaker.class.getName() + "$Hmac" + bits);
      }
      put("KeyPairGenerator.RSA", PairMaker.class.getName() + "$Rsa");
      put("KeyPairGenerator.EC", PairMaker.class.getName() + "$Ec");
    }
  }
}
