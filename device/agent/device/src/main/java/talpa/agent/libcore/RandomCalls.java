package talpa.agent.libcore;

import java.lang.reflect.Field;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Random numbers without a seed of the app's: from the device's seed, so that runs repeat. */
public final class RandomCalls {
  private static final Random SOURCE = new Random(1);

  private RandomCalls() {}

  /** Sets the device's seed, also that of ThreadLocalRandom for this thread and new ones. */
  public static void setSeed(long seed) {
    SOURCE.setSeed(seed);
    try {
      ThreadLocalRandom.current(); // so that the thread has a seed that can be set
      Field own = Thread.class.getDeclaredField("threadLocalRandomSeed");
      own.setAccessible(true);
      own.setLong(Thread.currentThread(), seed);
      Field next = ThreadLocalRandom.class.getDeclaredField("seeder");
      next.setAccessible(true);
      ((AtomicLong) next.get(null)).set(seed);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the JDK's ThreadLocalRandom has another form", e);
    }
  }

  /** Math.random. */
  public static double random() {
    return SOURCE.nextDouble();
  }

  /** UUID.randomUUID. */
  public static UUID randomUUID() {
    long high = (SOURCE.nextLong() & ~0xf000L) | 0x4000;
    long low = (SOURCE.nextLong() & ~(3L << 62)) | (1L << 63);
    return new UUID(high, low);
  }

  /** Collections.shuffle. */
  public static void shuffle(List<?> list) {
    Collections.shuffle(list, new Random(seed()));
  }

  /** SecureRandom.getInstance. */
  public static SecureRandom getInstance(String algorithm) throws NoSuchAlgorithmException {
    SecureRandom.getInstance(algorithm); // throws for one that there is not
    return new SeededSecureRandom(algorithm);
  }

  static void nextBytes(byte[] bytes) {
    SOURCE.nextBytes(bytes);
  }

  /** The seed for a new Random(). */
  public static long seed() {
    return SOURCE.nextLong();
  }
}
