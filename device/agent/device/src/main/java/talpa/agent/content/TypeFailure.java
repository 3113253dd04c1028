package talpa.agent.content;

import android.net.Uri;
import android.util.Log;

/** A provider that fails when it is asked for the type of an address. */
public final class TypeFailure {
  private TypeFailure() {}

  /** Logs it in the resolver's words; the type is then not known. Called by patched code. */
  public static String log(RuntimeException e, Uri u) {
    Log.w("ContentResolver", "Failed to get type for: " + u + " (" + e.getMessage() + ")");
    return null;
  }
}
