package talpa.agent.bridge;

/**
 * The API level that the device shows to the app, set once when it boots. The framework is that of
 * {@link Platform#API} whatever the level: what an older one lacks is kept from the app.
 */
public final class Level {
  /** The oldest level that is shown. */
  public static final int OLDEST = 16;

  private static volatile int api = Platform.API;
  private static volatile String release = "15";

  private Level() {}

  /** Makes the device an older one. */
  public static void set(int level, String version) {
    if (level < OLDEST || level > Platform.API) {
      throw new IllegalArgumentException(
          "API level " + level + ": there are " + OLDEST + " to " + Platform.API);
    }
    api = level;
    release = version;
  }

  /** The level. */
  public static int api() {
    return api;
  }

  /** What people call its Android: "4.4". */
  public static String release() {
    return release;
  }

  /** Whether the device is of this level or a later one. */
  public static boolean has(int since) {
    return api >= since;
  }

  /** Whether it is older than the framework in it. */
  public static boolean isOlder() {
    return api < Platform.API;
  }
}
