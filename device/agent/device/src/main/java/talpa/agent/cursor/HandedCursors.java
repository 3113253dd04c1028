package talpa.agent.cursor;

import android.content.ContentResolver;
import android.content.IContentProvider;
import android.database.BulkCursorToCursorAdaptor;
import android.database.Cursor;
import android.database.CursorToBulkCursorAdaptor;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * Rows as a resolver hands them to an app, by the framework's own classes: what it says of them,
 * and what it throws once they are closed, depends on whose provider they are of.
 */
public final class HandedCursors {
  private static final String WRAPPER = "android.content.ContentResolver$CursorWrapperInner";

  private HandedCursors() {}

  /** Rows of a provider in the app's process, or null. */
  public static Cursor own(ContentResolver resolver, Cursor rows) {
    if (rows == null) {
      return null;
    }
    try {
      return (Cursor)
          ReflectionHelpers.callConstructor(
              Class.forName(WRAPPER, false, HandedCursors.class.getClassLoader()),
              ClassParameter.from(ContentResolver.class, resolver),
              ClassParameter.from(Cursor.class, rows),
              ClassParameter.from(IContentProvider.class, null));
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  /** Rows of a provider in another process, which come by the windows of a bulk cursor, or null. */
  public static Cursor remote(ContentResolver resolver, Cursor rows, String authority) {
    if (rows == null) {
      return null;
    }
    BulkCursorToCursorAdaptor here = new BulkCursorToCursorAdaptor();
    here.initialize(
        new CursorToBulkCursorAdaptor(rows, here.getObserver(), authority)
            .getBulkCursorDescriptor());
    return own(resolver, here);
  }
}
