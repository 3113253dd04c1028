package talpa.agent.service;

import android.content.ContentValues;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.database.sqlite.SQLiteDatabase;
import android.database.sqlite.SQLiteException;
import java.lang.reflect.Field;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A table in memory with every column that a provider's contract names, so that projections,
 * selections and orders mean what they mean on a device.
 */
final class ProviderTable {
  private static final String TABLE = "t";

  private final SQLiteDatabase db = SQLiteDatabase.create(null);
  private final Set<String> columns = new LinkedHashSet<>();

  /** A table for the column constants of these classes. */
  ProviderTable(List<Class<?>> contracts) {
    columns.add("_id");
    for (Class<?> c : contracts) {
      for (Field f : c.getFields()) {
        addColumn(f);
      }
    }
    StringBuilder sql = new StringBuilder("CREATE TABLE t (_id INTEGER PRIMARY KEY");
    for (String c : columns) {
      if (!c.equalsIgnoreCase("_id")) {
        sql.append(", \"").append(c).append('"');
      }
    }
    db.execSQL(sql.append(')').toString());
  }

  private void addColumn(Field f) {
    if (f.getType() != String.class) {
      return;
    }
    try {
      f.setAccessible(true);
      String name = (String) f.get(null);
      if (name != null && name.matches("[a-z_][a-z0-9_]*") && !has(name)) {
        columns.add(name);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean has(String name) {
    return columns.stream().anyMatch(name::equalsIgnoreCase);
  }

  /** Adds a row; values without a column are left out. */
  void add(ContentValues row) {
    ContentValues v = new ContentValues();
    for (String k : row.keySet()) {
      if (has(k)) {
        v.put(k, row.getAsString(k));
      }
    }
    db.insert(TABLE, null, v);
  }

  /**
   * Rows of the table.
   *
   * @param id the row that the URI names; negative for a list, which holds nothing
   */
  Cursor query(long id, String[] projection, String where, String[] args, String order) {
    String rows = "_id=" + id;
    String all = where == null || where.isBlank() ? rows : "(" + where + ") AND " + rows;
    try {
      Cursor c = db.query(TABLE, projection, all, args, null, null, order);
      c.getCount();
      return c;
    } catch (SQLiteException e) {
      // A column or function that this table lacks: a list of nothing is all there is to say.
      return new MatrixCursor(projection != null ? projection : new String[] {"_id"}, 0);
    }
  }
}
