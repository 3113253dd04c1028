package talpa.agent.load;

import android.app.Application;
import android.widget.Toast;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.List;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowAccessibilityManager;
import org.robolectric.shadows.ShadowAlertDialog;
import org.robolectric.shadows.ShadowApplication;
import org.robolectric.shadows.ShadowContentResolver;
import org.robolectric.shadows.ShadowDialog;

/**
 * What Robolectric writes down for the assertions of tests: every toast, dialog, popup and
 * statement to a provider. It grows as long as the app runs, and each dialog and toast in it keeps
 * an activity with all its views.
 */
final class TestRecords {
  private static final List<Field> OF_CLASSES =
      List.of(
          field(ShadowDialog.class, "shownDialogs"),
          field(ShadowDialog.class, "latestDialog"),
          field(ShadowAlertDialog.class, "latestAlertDialog"),
          field(ShadowContentResolver.class, "statements"),
          field(ShadowContentResolver.class, "insertStatements"),
          field(ShadowContentResolver.class, "updateStatements"),
          field(ShadowContentResolver.class, "deleteStatements"),
          field(ShadowContentResolver.class, "notifiedUris"),
          field(ShadowAccessibilityManager.class, "sentAccessibilityEvents"));

  private static final List<Field> OF_APPLICATION =
      List.of(
          field(ShadowApplication.class, "latestPopupMenu"),
          field(ShadowApplication.class, "latestPopupWindow"),
          field(ShadowApplication.class, "latestListPopupWindow"));

  private TestRecords() {}

  /** Lets go of all that nobody here asks for. */
  static void forget(Application app) {
    OF_CLASSES.forEach(f -> clear(f, null));
    if (app != null) {
      Object shadow = Shadow.extract(app);
      OF_APPLICATION.forEach(f -> clear(f, shadow));
      forgetOlder(((ShadowApplication) shadow).getShownToasts());
    }
  }

  /** The number of toasts and the newest one are asked for: by test tools. */
  private static void forgetOlder(List<Toast> toasts) {
    for (int i = toasts.size() - 2; i >= 0 && toasts.get(i) != null; i--) {
      toasts.set(i, null);
    }
  }

  private static void clear(Field f, Object owner) {
    try {
      Object value = f.get(owner);
      if (value instanceof Collection<?> c) {
        c.clear();
      } else if (value != null) {
        f.set(owner, null);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(f + " cannot be written", e);
    }
  }

  private static Field field(Class<?> c, String name) {
    try {
      Field f = c.getDeclaredField(name);
      f.setAccessible(true);
      return f;
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException("this Robolectric has no " + c.getName() + "." + name, e);
    }
  }
}
