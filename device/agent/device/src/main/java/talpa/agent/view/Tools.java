package talpa.agent.view;

import android.content.ClipData;
import android.content.ClipboardManager;
import android.content.Context;
import java.util.Map;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadows.ShadowToast;
import talpa.agent.wire.Params;

/** What test tools ask a device beyond its views: the clipboard and the newest toast. */
final class Tools {
  private Tools() {}

  private static ClipboardManager clipboard() {
    return (ClipboardManager)
        RuntimeEnvironment.getApplication().getSystemService(Context.CLIPBOARD_SERVICE);
  }

  /** The text of the clipboard; "text" replaces it first if given. */
  static Object clip(Params p) {
    ClipboardManager m = clipboard();
    if (p.has("text")) {
      m.setPrimaryClip(ClipData.newPlainText(p.string("label", ""), p.string("text")));
    }
    ClipData d = m.getPrimaryClip();
    CharSequence text =
        d == null || d.getItemCount() == 0
            ? ""
            : d.getItemAt(0).coerceToText(RuntimeEnvironment.getApplication());
    return Map.of("text", text == null ? "" : text.toString());
  }

  /** How many toasts the app has shown, and the text of the newest, "" if it has none. */
  static Object toast() {
    int count = ShadowToast.shownToastCount();
    String text = null;
    if (count > 0) {
      try {
        text = ShadowToast.getTextOfLatestToast();
      } catch (RuntimeException e) {
        text = ""; // a toast with a view of its own, without the usual text
      }
    }
    return Map.of("count", count, "text", text == null ? "" : text);
  }
}
