package talpa.agent.libcore;

import java.util.Random;

/** Random numbers without a seed of the app's: from the device's seed, so that runs repeat. */
public final class RandomCalls {
  private static final Random SOURCE = new Random(1);

  private RandomCalls() {}

  /** Sets the device's seed. */
  public static void setSeed(long seed) {
    SOURCE.setSeed(seed);
  }

  /** Math.random. */
  public static double random() {
    return SOURCE.nextDouble();
  }

  /** The seed for a new Random(). */
  public static long seed() {
    return SOURCE.nextLong();
  }
}
