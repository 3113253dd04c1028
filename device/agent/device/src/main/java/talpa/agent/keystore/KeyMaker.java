package talpa.agent.keystore;

import android.security.keystore.KeyGenParameterSpec;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.KeyGeneratorSpi;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** Makes secret keys and keeps them under their alias. */
public abstract class KeyMaker extends KeyGeneratorSpi {
  private static final int TRIPLE_DES_BITS = 168;

  private final String algorithm;
  private int bits;
  private String alias;
  private int guard = Keys.FREE;

  KeyMaker(String algorithm, int bits) {
    this.algorithm = algorithm;
    this.bits = bits;
  }

  @Override
  protected void engineInit(SecureRandom r) {
    throw new UnsupportedOperationException(
        "Cannot initialize without a " + KeyGenParameterSpec.class.getName() + " parameter");
  }

  @Override
  protected void engineInit(int size, SecureRandom r) {
    engineInit(r);
  }

  @Override
  protected void engineInit(AlgorithmParameterSpec p, SecureRandom r)
      throws InvalidAlgorithmParameterException {
    if (!(p instanceof KeyGenParameterSpec s)) {
      throw new InvalidAlgorithmParameterException(
          "Cannot initialize without a " + KeyGenParameterSpec.class.getName() + " parameter");
    }
    GuardedKey.check(s);
    alias = s.getKeystoreAlias();
    guard =
        s.isUserAuthenticationRequired()
            ? Math.max(0, s.getUserAuthenticationValidityDurationSeconds())
            : Keys.FREE;
    if (s.getKeySize() > 0) {
      size(s.getKeySize());
    }
  }

  private void size(int asked) throws InvalidAlgorithmParameterException {
    if (asked % 8 != 0) {
      throw new InvalidAlgorithmParameterException("Key size must be a multiple of 8: " + asked);
    }
    if (algorithm.startsWith("Hmac") && (asked < 64 || asked > 512)) {
      throw new InvalidAlgorithmParameterException(
          "HMAC key sizes must be within 64-512 bits, inclusive.");
    }
    if (!algorithm.equals("DESede")) {
      bits = asked;
    } else if (asked != TRIPLE_DES_BITS) { // of which 24 octets are made, with parity
      throw new InvalidAlgorithmParameterException("3DES key size must be 168 bits.");
    }
  }

  @Override
  protected SecretKey engineGenerateKey() {
    if (alias == null) {
      throw new IllegalStateException("Not initialized");
    }
    byte[] b = new byte[bits / 8];
    new SecureRandom().nextBytes(b);
    SecretKey k = new SecretKeySpec(b, algorithm);
    try {
      Keys.put(alias, k, guard);
    } catch (GeneralSecurityException e) {
      throw new ProviderException("Keystore key generation failed", e);
    }
    return guard == Keys.FREE ? k : new GuardedKey(k, guard);
  }

  /** AES keys. */
  public static final class AES extends KeyMaker {
    /** Called by the provider. */
    public AES() {
      super("AES", 128);
    }
  }

  /** Triple DES keys. */
  public static final class DESede extends KeyMaker {
    /** Called by the provider. */
    public DESede() {
      super("DESede", 192);
    }
  }

  /** Keys for SHA-1 codes. */
  public static final class Hmac1 extends KeyMaker {
    /** Called by the provider. */
    public Hmac1() {
      super("HmacSHA1", 160);
    }
  }

  /** Keys for SHA-224 codes. */
  public static final class Hmac224 extends KeyMaker {
    /** Called by the provider. */
    public Hmac224() {
      super("HmacSHA224", 224);
    }
  }

  /** Keys for SHA-256 codes. */
  public static final class Hmac256 extends KeyMaker {
    /** Called by the provider. */
    public Hmac256() {
      super("HmacSHA256", 256);
    }
  }

  /** Keys for SHA-384 codes. */
  public static final class Hmac384 extends KeyMaker {
    /** Called by the provider. */
    public Hmac384() {
      super("HmacSHA384", 384);
    }
  }

  /** Keys for SHA-512 codes. */
  public static final class Hmac512 extends KeyMaker {
    /** Called by the provider. */
    public Hmac512() {
      super("HmacSHA512", 512);
    }
  }
}
