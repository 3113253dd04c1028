package talpa.agent.service;

import android.content.ContentValues;
import android.database.Cursor;
import android.database.DatabaseUtils;
import android.database.MatrixCursor;
import android.database.sqlite.SQLiteDatabase;
import android.database.sqlite.SQLiteException;
import java.lang.reflect.Field;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A table in memory with every column that a provider's contract names, so that projections,
 * selections and orders mean what they mean on a device. Its rows are in lists, one for each URI
 * that rows are inserted into; rows in no list are found by their number only.
 */
final class ProviderTable {
  private static final String TABLE = "t";

  /** The column of the list, which queries do not show. */
  private static final String LIST = "talpa_list";

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
    StringBuilder sql = new StringBuilder("CREATE TABLE t (_id INTEGER PRIMARY KEY, " + LIST);
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

  /**
   * Adds a row; values without a column are left out.
   *
   * @param list the list that it is in, or null
   * @return its number
   */
  long add(String list, ContentValues row) {
    ContentValues v = known(row);
    v.put(LIST, list);
    return db.insert(TABLE, null, v);
  }

  private ContentValues known(ContentValues row) {
    ContentValues v = new ContentValues();
    for (String k : row.keySet()) {
      if (!has(k)) {
        continue;
      }
      if (row.get(k) instanceof byte[] b) {
        v.put(k, b);
      } else {
        v.put(k, row.getAsString(k));
      }
    }
    return v;
  }

  /** Which rows a URI means: those of a list, or one. */
  private static String scope(String list, long id) {
    String in = LIST + "=" + DatabaseUtils.sqlEscapeString(list);
    return id < 0 ? in : "_id=" + id + " AND (" + in + " OR " + LIST + " IS NULL)";
  }

  private static String selection(String list, long id, String where) {
    String scope = scope(list, id);
    return where == null || where.isBlank() ? scope : "(" + where + ") AND " + scope;
  }

  /**
   * Rows of the table.
   *
   * @param id the row that the URI names; negative for all of the list
   */
  Cursor query(
      String list, long id, String[] projection, String where, String[] args, String order) {
    String[] shown = projection != null ? projection : columns.toArray(new String[0]);
    try {
      Cursor c = db.query(TABLE, shown, selection(list, id, where), args, null, null, order);
      c.getCount();
      return c;
    } catch (SQLiteException e) {
      // A column or function that this table lacks: a list of nothing is all there is to say.
      return new MatrixCursor(projection != null ? projection : new String[] {"_id"}, 0);
    }
  }

  /** Changes rows and gives their number. */
  int update(String list, long id, ContentValues row, String where, String[] args) {
    ContentValues v = known(row);
    try {
      return v.isEmpty() ? 0 : db.update(TABLE, v, selection(list, id, where), args);
    } catch (SQLiteException e) {
      return 0; // as in query
    }
  }

  /** Removes rows and gives their number. */
  int delete(String list, long id, String where, String[] args) {
    try {
      return db.delete(TABLE, selection(list, id, where), args);
    } catch (SQLiteException e) {
      return 0; // as in query
    }
  }
}
