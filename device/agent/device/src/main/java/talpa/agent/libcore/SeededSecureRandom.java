package talpa.agent.libcore;

import java.security.SecureRandom;

/** A secure random number generator that is none: its numbers come from the device's seed. */
public final class SeededSecureRandom extends SecureRandom {
  private static final long serialVersionUID = 1L;

  /** As in the superclass. */
  public SeededSecureRandom() {}

  /** As in the superclass; what the app adds to the seed changes nothing. */
  public SeededSecureRandom(byte[] seed) {}

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
