package talpa.agent.stock;

import org.robolectric.shadows.ShadowMediaPlayer;

/** Players that refuse what their state does not allow, as Android's do. */
final class Players {
  private Players() {}

  static void install() {
    ShadowMediaPlayer.setCreateListener(
        (player, shadow) ->
            shadow.setInvalidStateBehavior(ShadowMediaPlayer.InvalidStateBehavior.EMULATE));
  }
}
