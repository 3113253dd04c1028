package talpa.agent.content;

import android.app.PendingIntent;
import android.content.ClipData;
import android.content.Context;
import android.content.Intent;
import android.net.Uri;
import android.os.Bundle;
import android.provider.MediaStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What an app asks the user for about media that are not its own: to change, to delete, to trash
 * them, or to make them favorites. The media store shows the question in an activity of its own.
 */
public final class MediaRequests {
  private static final String PACKAGE = "com.android.providers.media.module";

  /** The activity that asks, as "package/class". */
  public static final String ACTIVITY = PACKAGE + "/com.android.providers.media.PermissionActivity";

  /** What is done to the items, by the call of the media store. */
  private static final Map<String, String> VERBS =
      Map.of(
          MediaStore.CREATE_WRITE_REQUEST_CALL, "modify",
          MediaStore.CREATE_TRASH_REQUEST_CALL, "move to trash",
          MediaStore.CREATE_FAVORITE_REQUEST_CALL, "modify",
          MediaStore.CREATE_DELETE_REQUEST_CALL, "delete");

  private MediaRequests() {}

  /** Whether a call of the media store makes a request. */
  static boolean isCall(String method) {
    return VERBS.containsKey(method);
  }

  /** The request, which an app starts when it likes. */
  static PendingIntent of(Context c, String method, Bundle extras) {
    Intent i =
        new Intent(method)
            .setClassName(PACKAGE, ACTIVITY.substring(PACKAGE.length() + 1))
            .putExtras(extras);
    int flags = PendingIntent.FLAG_CANCEL_CURRENT | PendingIntent.FLAG_IMMUTABLE;
    return PendingIntent.getActivity(c, items(i).hashCode(), i, flags);
  }

  /** Whether an intent shows the question. */
  public static boolean is(Intent i) {
    return i.getComponent() != null && i.getComponent().getPackageName().equals(PACKAGE);
  }

  /** The question to the user. */
  public static String question(Intent i, CharSequence app) {
    int n = items(i).size();
    return "Allow " + app + " to " + VERBS.get(i.getAction()) + " " + n + " items?";
  }

  /** The user agrees: items that are to be deleted are, the others may be changed. */
  public static void carryOut(Intent i) {
    boolean delete = MediaStore.CREATE_DELETE_REQUEST_CALL.equals(i.getAction());
    for (Uri item : items(i)) {
      if (delete) {
        SystemProvider.remove(item, null, null);
      } else {
        Access.give(item);
      }
    }
  }

  private static List<Uri> items(Intent i) {
    ClipData clip = i.getParcelableExtra(MediaStore.EXTRA_CLIP_DATA);
    List<Uri> items = new ArrayList<>();
    for (int k = 0; clip != null && k < clip.getItemCount(); k++) {
      items.add(clip.getItemAt(k).getUri());
    }
    return items;
  }
}
