package talpa.agent.cursor;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.database.sqlite.SQLiteBlobTooBigException;
import android.os.Build;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowNativeSQLiteConnection;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Static;

/** Fills cursor windows row by row, as the platform's native code does. */
@Implements(
    className = "android.database.sqlite.SQLiteConnection",
    isInAndroidSdk = false,
    callNativeMethodsByDefault = true,
    minSdk = Build.VERSION_CODES.VANILLA_ICE_CREAM)
public class CursorFillShadow extends ShadowNativeSQLiteConnection {
  private static final int SQLITE_ROW = 100;
  private static final int INTEGER = 1;
  private static final int FLOAT = 2;
  private static final int TEXT = 3;
  private static final int BLOB = 4;

  /**
   * Runs a statement and puts its rows into a window, from the first one asked for on or, if the
   * required one would not fit behind it, from a later one.
   *
   * @return the first row put in the upper half, the number of rows seen in the lower half
   */
  @Implementation
  protected static long nativeExecuteForCursorWindow(
      long connection, long statement, long window, int first, int required, boolean countAll) {
    CursorTable table = CursorWindowShadow.table(window);
    Statement sql = reflector(Statement.class);
    int columns = sql.nativeColumnCount(statement);
    table.clear();
    table.setColumns(columns);
    int start = first;
    int total = 0;
    boolean full = false;
    try {
      while ((!full || countAll) && sql.nativeStep(statement, true) == SQLITE_ROW) {
        total++;
        if (full || total <= start) {
          continue;
        }
        Object[] row = row(sql, statement, columns);
        full = !table.add(row);
        if (full && start + table.rows() <= required) {
          // The row that is wanted is still to come: it is more use than those before it.
          start += table.rows();
          table.clear();
          table.setColumns(columns);
          full = !table.add(row);
        }
      }
    } finally {
      sql.nativeReset(statement, false);
    }
    if (total > required && start + table.rows() <= required) {
      throw new SQLiteBlobTooBigException(
          "Row too big to fit into CursorWindow requiredPos=" + required + ", totalRows=" + total);
    }
    return (long) start << 32 | total;
  }

  private static Object[] row(Statement sql, long statement, int columns) {
    Object[] row = new Object[columns];
    for (int i = 0; i < columns; i++) {
      row[i] =
          switch (sql.nativeColumnType(statement, i)) {
            case INTEGER -> sql.nativeColumnLong(statement, i);
            case FLOAT -> sql.nativeColumnDouble(statement, i);
            case TEXT -> sql.nativeColumnText(statement, i);
            case BLOB -> blob(sql.nativeColumnBlob(statement, i));
            default -> null;
          };
    }
    return row;
  }

  /** A blob without bytes is not null in a window. */
  private static byte[] blob(byte[] b) {
    return b == null ? new byte[0] : b;
  }

  /** The calls of a statement. */
  @ForType(className = "android.database.sqlite.SQLiteRawStatement")
  interface Statement {
    @Static
    int nativeStep(long statement, boolean throwOnError);

    @Static
    void nativeReset(long statement, boolean clear);

    @Static
    int nativeColumnCount(long statement);

    @Static
    int nativeColumnType(long statement, int column);

    @Static
    long nativeColumnLong(long statement, int column);

    @Static
    double nativeColumnDouble(long statement, int column);

    @Static
    String nativeColumnText(long statement, int column);

    @Static
    byte[] nativeColumnBlob(long statement, int column);
  }
}
