package talpa.agent.defaults;

import android.app.IGameManagerService;
import android.app.people.IPeopleManager;
import android.hardware.lights.ILightsManager;
import android.media.metrics.IMediaMetricsManager;
import android.os.Build;
import android.os.IHardwarePropertiesManager;
import android.os.IInterface;
import java.util.List;
import java.util.Map;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import talpa.agent.bridge.Platform;
import talpa.agent.process.MadeUp;
import talpa.agent.process.Services;

/**
 * Services that a phone has and an app hardly needs: without them their managers are null, which no
 * app expects of a phone. What they answer is what a phone tells an app of which they know nothing;
 * other calls are told as made up.
 */
public final class SmallServices {
  private SmallServices() {}

  /** Registers them, once a JVM. */
  static void register() {
    // No light can be set by apps, as on all phones; no session of theirs opens.
    add("lights", ILightsManager.class, Map.of("getLights", List.of()));
    if (Platform.has(Build.VERSION_CODES.S)) {
      registerLater();
    }
    Services.add(
        "hardware_properties",
        IHardwarePropertiesManager.class,
        (p, m, args) -> {
          throw new SecurityException(
              "The caller is neither a device owner, nor holding the DEVICE_POWER permission,"
                  + " nor the current VrListener.");
        });
  }

  private static void registerLater() {
    // The app is no game: its mode is GAME_MODE_UNSUPPORTED.
    add("game", IGameManagerService.class, Map.of("getGameMode", 0));
    // The app has no conversations.
    add("people", IPeopleManager.class, Map.of("isConversation", false));
    add(
        "media_metrics",
        IMediaMetricsManager.class,
        Map.of("getPlaybackSessionId", "playback", "getRecordingSessionId", "recording"));
  }

  private static <S extends IInterface> void add(
      String name, Class<S> type, Map<String, Object> answers) {
    Services.add(
        name,
        type,
        (p, m, args) ->
            answers.containsKey(m.getName()) ? answers.get(m.getName()) : MadeUp.answer(m));
  }

  /**
   * Hints about work that the processor should make room for: none are taken, as on many phones.
   */
  @Implements(className = "android.os.PerformanceHintManager")
  public static class HintShadow {
    /** A manager is there. */
    @Implementation
    protected static long nativeAcquireManager() {
      return 1;
    }

    /** Hints are not taken. */
    @Implementation
    protected static long nativeGetPreferredUpdateRateNanos(long manager) {
      return -1;
    }

    /** No session. */
    @Implementation
    protected static long nativeCreateSession(long manager, int[] threads, long nanos) {
      return 0;
    }
  }
}
