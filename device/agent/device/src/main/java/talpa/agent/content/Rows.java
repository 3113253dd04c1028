package talpa.agent.content;

import android.content.ContentValues;
import android.database.Cursor;
import android.database.DatabaseUtils;
import android.database.MatrixCursor;
import android.database.sqlite.SQLiteDatabase;
import android.database.sqlite.SQLiteDatabase.OpenParams;
import android.database.sqlite.SQLiteException;
import android.os.Environment;
import java.io.File;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import talpa.agent.contract.Contracts;
import talpa.agent.contract.Route;
import talpa.agent.contract.Schema;

/**
 * The rows of all providers, in a database of the device: another process of an app finds what this
 * one wrote. Opened when first used.
 */
final class Rows {
  private static final Rows INSTANCE = new Rows();

  private final Map<String, Set<String>> columns = new HashMap<>();
  private File file;
  private SQLiteDatabase db;

  private Rows() {}

  static Rows get() {
    return INSTANCE;
  }

  /** The next app's rows are in this file, which need not exist. */
  synchronized void use(File f) {
    close();
    file = f;
  }

  synchronized void close() {
    if (db != null) {
      db.close();
      db = null;
      columns.clear();
    }
  }

  private SQLiteDatabase db() {
    if (db != null) {
      return db;
    }
    boolean fresh = !file.exists();
    file.getParentFile().mkdirs();
    // What is lost with the machine is lost with the whole device: nothing waits for the disk.
    db =
        SQLiteDatabase.openDatabase(
            file,
            new OpenParams.Builder()
                .addOpenFlags(SQLiteDatabase.CREATE_IF_NECESSARY)
                .setJournalMode("MEMORY")
                .setSynchronousMode("OFF")
                .build());
    if (fresh) {
      db.beginTransaction();
      try {
        Schema.create(db);
        if (!SharedFiles.get().empty()) {
          SampleRows.add(this);
        }
        db.setTransactionSuccessful();
      } finally {
        db.endTransaction();
      }
    }
    follow();
    MediaScan.add(this, paths());
    return db;
  }

  /** The paths of all files that have a row. */
  private Set<String> paths() {
    Set<String> paths = new HashSet<>();
    try (Cursor c = db.rawQuery("SELECT _data FROM files", null)) {
      while (c.moveToNext()) {
        paths.add(c.getString(0));
      }
    }
    return paths;
  }

  /** Forgets all rows: what comes next finds those of a phone that is empty, or in use. */
  synchronized void refill() {
    close();
    SQLiteDatabase.deleteDatabase(file);
  }

  /** The shared storage has another path in each process: the files in it keep their rows. */
  private void follow() {
    String now = Environment.getExternalStorageDirectory().getPath();
    String was = DatabaseUtils.stringForQuery(db, "SELECT max(path) FROM storage", null);
    if (now.equals(was)) {
      return;
    }
    if (was != null) {
      db.execSQL(
          "UPDATE files SET _data = ? || substr(_data, ?) WHERE substr(_data, 1, ?) = ?",
          new Object[] {now, was.length() + 1, was.length(), was});
    }
    db.execSQL("DELETE FROM storage");
    db.execSQL("INSERT INTO storage VALUES (?)", new Object[] {now});
  }

  private Set<String> columns(String relation) {
    SQLiteDatabase d = db();
    return columns.computeIfAbsent(relation, r -> Schema.columns(d, r));
  }

  /**
   * Rows that a route names and a selection finds. What the database refuses, such as a column that
   * a contract lacks, gives no rows.
   *
   * @param scope a further condition in SQL, without parameters
   */
  synchronized Cursor query(
      Route r, String scope, String[] projection, String where, String[] args, String order) {
    String[] shown = projection != null ? projection : quoted(columns(r.relation()));
    try {
      Cursor c =
          db().query(
                  r.relation(),
                  shown,
                  selection(r.where() + " AND " + scope, where),
                  all(r.args(), args),
                  null,
                  null,
                  order);
      c.getCount();
      return c;
    } catch (SQLiteException e) {
      return new MatrixCursor(projection != null ? projection : new String[] {"_id"}, 0);
    }
  }

  /** Names that stand in SQL, since contracts name columns such as limit. */
  private static String[] quoted(Set<String> names) {
    return names.stream().map(n -> '"' + n + '"').toArray(String[]::new);
  }

  private static String selection(String route, String where) {
    return where == null || where.isBlank() ? route : route + " AND (" + where + ")";
  }

  private static String[] all(List<String> first, String[] rest) {
    List<String> all = new ArrayList<>(first);
    if (rest != null) {
      all.addAll(List.of(rest));
    }
    return all.toArray(new String[0]);
  }

  /** Adds a row and gives its number; values without a column are left out. */
  synchronized long insert(Route r, ContentValues row) {
    ContentValues v = new ContentValues();
    r.preset().forEach(v::put);
    v.putAll(known(r.table(), row));
    return db().insert(r.table(), "_id", v);
  }

  private ContentValues known(String table, ContentValues row) {
    ContentValues v = new ContentValues();
    for (String k : row.keySet()) {
      if (!Contracts.has(columns(table), k)) {
        continue;
      }
      if (row.get(k) instanceof byte[] b) {
        v.put(k, b);
      } else if (row.get(k) instanceof Boolean b) {
        v.put(k, b ? 1 : 0);
      } else {
        v.put(k, row.getAsString(k));
      }
    }
    return v;
  }

  /** Changes rows and gives their number. */
  synchronized int update(Route r, ContentValues row, String where, String[] args) {
    ContentValues v = known(r.table(), row);
    try {
      return v.isEmpty() ? 0 : db().update(r.table(), v, written(r, where), all(r.args(), args));
    } catch (SQLiteException e) {
      return 0; // as in query
    }
  }

  /** Removes rows and gives their number. */
  synchronized int delete(Route r, String where, String[] args) {
    try {
      return db().delete(r.table(), written(r, where), all(r.args(), args));
    } catch (SQLiteException e) {
      return 0; // as in query
    }
  }

  /** The condition for rows of the table: a selection may name columns that only the view has. */
  private static String written(Route r, String where) {
    return "_id IN (SELECT _id FROM "
        + r.relation()
        + " WHERE "
        + selection(r.where(), where)
        + ")";
  }
}
