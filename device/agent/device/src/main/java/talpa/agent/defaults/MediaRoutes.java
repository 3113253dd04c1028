package talpa.agent.defaults;

import android.content.Context;
import android.media.IMediaRouterService;
import android.media.MediaRoute2Info;
import android.media.RoutingSessionInfo;
import java.util.List;
import org.robolectric.util.ReflectionHelpers;
import talpa.agent.process.Services;

/**
 * The system's side of MediaRouter2: sound goes to the phone's own speaker, and nothing else is
 * near. Without a route of the system the manager throws.
 */
final class MediaRoutes {
  private static final String PROVIDER = "com.android.server.media/.SystemMediaRoute2Provider";
  private static final String SPEAKER = "ROUTE_ID_BUILTIN_SPEAKER";
  private static final int LOUDEST = 15;
  private static final int VOLUME = 5;

  private MediaRoutes() {}

  /** Registers the service, once a JVM. */
  static void register() {
    Services.add(
        Context.MEDIA_ROUTER_SERVICE,
        IMediaRouterService.class,
        (p, m, args) ->
            switch (m.getName()) {
              case "getSystemRoutes" -> List.of(speaker());
              case "getSystemSessionInfo", "getSystemSessionInfoForPackage" -> session();
              case "getRemoteSessions" -> List.of();
              default -> ReflectionHelpers.defaultValueForType(m.getReturnType().getName());
            });
  }

  private static MediaRoute2Info speaker() {
    return new MediaRoute2Info.Builder(SPEAKER, "Phone")
        .setProviderId(PROVIDER)
        .setType(MediaRoute2Info.TYPE_BUILTIN_SPEAKER)
        .setSystemRoute(true)
        .addFeature(MediaRoute2Info.FEATURE_LIVE_AUDIO)
        .addFeature(MediaRoute2Info.FEATURE_LOCAL_PLAYBACK)
        .setConnectionState(MediaRoute2Info.CONNECTION_STATE_CONNECTED)
        .setVolumeHandling(MediaRoute2Info.PLAYBACK_VOLUME_VARIABLE)
        .setVolumeMax(LOUDEST)
        .setVolume(VOLUME)
        .build();
  }

  private static RoutingSessionInfo session() {
    return new RoutingSessionInfo.Builder("SYSTEM_SESSION", "")
        .setProviderId(PROVIDER)
        .setSystemSession(true)
        .addSelectedRoute(SPEAKER)
        .setVolumeHandling(MediaRoute2Info.PLAYBACK_VOLUME_VARIABLE)
        .setVolumeMax(LOUDEST)
        .setVolume(VOLUME)
        .build();
  }
}
