package talpa.agent.media;

import org.robolectric.shadows.ShadowMediaPlayer;

/** Players that refuse what their state does not allow, as Android's do. */
public final class Players {
  private Players() {}

  /** Milliseconds until a player is ready. */
  private static final int PREPARATION_MS = 50;

  public static void install() {
    ShadowMediaPlayer.setMediaInfoProvider(
        source -> new ShadowMediaPlayer.MediaInfo(PlayerShadow.DURATION_MS, PREPARATION_MS));
    ShadowMediaPlayer.setCreateListener(
        (player, shadow) ->
            shadow.setInvalidStateBehavior(ShadowMediaPlayer.InvalidStateBehavior.EMULATE));
  }
}
