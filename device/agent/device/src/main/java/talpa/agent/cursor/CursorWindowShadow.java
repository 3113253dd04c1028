package talpa.agent.cursor;

import android.database.CharArrayBuffer;
import android.database.Cursor;
import android.os.Build;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowCursorWindow;

/**
 * Cursor windows that hold what a device's hold. Those of the native library grow beyond 16 KiB in
 * a temporary file of the system, which a confined process cannot make: every longer row was said
 * to be too big.
 */
@Implements(
    className = "android.database.CursorWindow",
    isInAndroidSdk = false,
    minSdk = Build.VERSION_CODES.VANILLA_ICE_CREAM)
public class CursorWindowShadow extends ShadowCursorWindow {
  private static final Map<Long, CursorTable> TABLES = new ConcurrentHashMap<>();
  private static final AtomicLong NEXT = new AtomicLong(1);

  static CursorTable table(long window) {
    CursorTable t = TABLES.get(window);
    if (t == null) {
      throw new IllegalStateException("the window is closed");
    }
    return t;
  }

  /** Makes a window of that many bytes. */
  @Implementation
  protected static long nativeCreate(String name, int bytes) {
    long id = NEXT.getAndIncrement();
    TABLES.put(id, new CursorTable(name, bytes));
    return id;
  }

  /** Forgets a window. */
  @Implementation
  protected static void nativeDispose(long window) {
    TABLES.remove(window);
  }

  /** The window's name. */
  @Implementation
  protected static String nativeGetName(long window) {
    return table(window).name;
  }

  /** Removes rows and columns. */
  @Implementation
  protected static void nativeClear(long window) {
    table(window).clear();
  }

  /** How many rows there are. */
  @Implementation
  protected static int nativeGetNumRows(long window) {
    return table(window).rows();
  }

  /** Sets the number of columns, once. */
  @Implementation
  protected static boolean nativeSetNumColumns(long window, int n) {
    return table(window).setColumns(n);
  }

  /** Adds a row. */
  @Implementation
  protected static boolean nativeAllocRow(long window) {
    return table(window).allocate();
  }

  /** Removes the last row. */
  @Implementation
  protected static void nativeFreeLastRow(long window) {
    table(window).freeLast();
  }

  /** The kind of a value. */
  @Implementation
  protected static int nativeGetType(long window, int row, int column) {
    Object v = table(window).peek(row, column);
    if (v instanceof Long) {
      return Cursor.FIELD_TYPE_INTEGER;
    }
    if (v instanceof Double) {
      return Cursor.FIELD_TYPE_FLOAT;
    }
    if (v instanceof String) {
      return Cursor.FIELD_TYPE_STRING;
    }
    return v == null ? Cursor.FIELD_TYPE_NULL : Cursor.FIELD_TYPE_BLOB;
  }

  /** A value as bytes. */
  @Implementation
  protected static byte[] nativeGetBlob(long window, int row, int column) {
    return table(window).blob(row, column);
  }

  /** A value as text. */
  @Implementation
  protected static String nativeGetString(long window, int row, int column) {
    return table(window).text(row, column);
  }

  /** A value as integer. */
  @Implementation
  protected static long nativeGetLong(long window, int row, int column) {
    return table(window).integer(row, column);
  }

  /** A value as floating point number. */
  @Implementation
  protected static double nativeGetDouble(long window, int row, int column) {
    return table(window).real(row, column);
  }

  /** Copies a value as text into a buffer, which grows if need be. */
  @Implementation
  protected static void nativeCopyStringToBuffer(
      long window, int row, int column, CharArrayBuffer buffer) {
    String s = table(window).text(row, column);
    int n = s == null ? 0 : s.length();
    if (buffer.data == null || buffer.data.length < n) {
      buffer.data = new char[n];
    }
    if (n > 0) {
      s.getChars(0, n, buffer.data, 0);
    }
    buffer.sizeCopied = n;
  }

  /** Sets a value. */
  @Implementation
  protected static boolean nativePutBlob(long window, byte[] value, int row, int column) {
    return table(window).put(row, column, value.clone());
  }

  /** Sets a value. */
  @Implementation
  protected static boolean nativePutString(long window, String value, int row, int column) {
    return table(window).put(row, column, value);
  }

  /** Sets a value. */
  @Implementation
  protected static boolean nativePutLong(long window, long value, int row, int column) {
    return table(window).put(row, column, value);
  }

  /** Sets a value. */
  @Implementation
  protected static boolean nativePutDouble(long window, double value, int row, int column) {
    return table(window).put(row, column, value);
  }

  /** Sets a value. */
  @Implementation
  protected static boolean nativePutNull(long window, int row, int column) {
    return table(window).put(row, column, null);
  }
}
