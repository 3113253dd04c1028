package talpa.agent.window;

import android.view.KeyEvent;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowKeyCharacterMap;

/** The keyboard's letters: with Control or Meta held a key means no letter. */
@Implements(className = "android.view.KeyCharacterMap")
public class KeyMapShadow extends ShadowKeyCharacterMap {
  /** The letter of a key, 0 for none. */
  @Implementation
  protected static char nativeGetCharacter(long map, int keyCode, int metaState) {
    if ((metaState & (KeyEvent.META_CTRL_ON | KeyEvent.META_META_ON)) != 0) {
      return 0;
    }
    return ShadowKeyCharacterMap.nativeGetCharacter(map, keyCode, metaState);
  }
}
