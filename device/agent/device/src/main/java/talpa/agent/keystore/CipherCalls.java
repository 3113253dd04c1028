package talpa.agent.keystore;

import java.security.AlgorithmParameters;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Locale;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/** Ciphers that take a secret key whatever it says that it is for, as Android's do. */
public final class CipherCalls {
  private CipherCalls() {}

  /** Cipher.init. */
  public static void init(Cipher c, int mode, Key key) throws InvalidKeyException {
    c.init(mode, key(c, key));
  }

  /** Cipher.init. */
  public static void init(Cipher c, int mode, Key key, SecureRandom r) throws InvalidKeyException {
    c.init(mode, key(c, key), r);
  }

  /** Cipher.init. */
  public static void init(Cipher c, int mode, Key key, AlgorithmParameterSpec p)
      throws InvalidKeyException, InvalidAlgorithmParameterException {
    c.init(mode, key(c, key), p);
  }

  /** Cipher.init. */
  public static void init(Cipher c, int mode, Key key, AlgorithmParameterSpec p, SecureRandom r)
      throws InvalidKeyException, InvalidAlgorithmParameterException {
    c.init(mode, key(c, key), p, r);
  }

  /** Cipher.init. */
  public static void init(Cipher c, int mode, Key key, AlgorithmParameters p)
      throws InvalidKeyException, InvalidAlgorithmParameterException {
    c.init(mode, key(c, key), p);
  }

  /** Cipher.init. */
  public static void init(Cipher c, int mode, Key key, AlgorithmParameters p, SecureRandom r)
      throws InvalidKeyException, InvalidAlgorithmParameterException {
    c.init(mode, key(c, key), p, r);
  }

  /** The key, with the name of the cipher's algorithm; keys made of a password keep theirs. */
  static Key key(Cipher c, Key key) throws InvalidKeyException {
    if (key instanceof GuardedKey guarded) {
      guarded.check();
    }
    String algorithm = c.getAlgorithm().split("/", 2)[0];
    if (!(key instanceof SecretKeySpec) || algorithm.toUpperCase(Locale.ROOT).startsWith("PBE")) {
      return key;
    }
    return new SecretKeySpec(key.getEncoded(), algorithm);
  }
}
