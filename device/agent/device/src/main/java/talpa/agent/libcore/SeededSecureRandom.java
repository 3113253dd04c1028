package talpa.agent.libcore;

import java.security.SecureRandom;

/** A secure random number generator that is none: its numbers come from the device's seed. */
public final class SeededSecureRandom extends SecureRandom {
  private static final long serialVersionUID = 1L;

  /** What a phone's own generator is called. */
  private static final String PLATFORM = "SHA1PRNG";

  private final String name;

  /** As in the superclass. */
  public SeededSecureRandom() {
    this(PLATFORM);
  }

  /** As in the superclass; what the app adds to the seed changes nothing. */
  public SeededSecureRandom(byte[] seed) {
    this(PLATFORM);
  }

  /** One that was asked for by the name of its algorithm. */
  SeededSecureRandom(String algorithm) {
    name = algorithm;
  }

  @Override
  public String getAlgorithm() {
    return name;
  }

  @Override
  public void nextBytes(byte[] bytes) {
    RandomCalls.nextBytes(bytes);
  }

  @Override
  public byte[] generateSeed(int n) {
    byte[] b = new byte[n];
    nextBytes(b);
    return b;
  }
}
