package dev.talpa.warm;

import android.content.ContentProvider;
import android.content.ContentUris;
import android.content.ContentValues;
import android.content.Context;
import android.database.Cursor;
import android.database.sqlite.SQLiteDatabase;
import android.database.sqlite.SQLiteOpenHelper;
import android.net.Uri;

/** Rows in a database. */
public class RowsProvider extends ContentProvider {
  static final Uri ROWS = Uri.parse("content://dev.talpa.warm.rows/rows");

  private SQLiteOpenHelper helper;

  private static final class Helper extends SQLiteOpenHelper {
    Helper(Context context) {
      super(context, "rows.db", null, 2);
    }

    @Override
    public void onCreate(SQLiteDatabase db) {
      db.execSQL("CREATE TABLE rows (_id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, detail TEXT, at INTEGER)");
      db.execSQL("CREATE INDEX by_name ON rows (name)");
      db.beginTransaction();
      try {
        for (int i = 0; i < 20; i++) {
          ContentValues row = new ContentValues();
          row.put("name", "row " + i);
          row.put("detail", "detail of " + i);
          row.put("at", 1000L * i);
          db.insert("rows", null, row);
        }
        db.setTransactionSuccessful();
      } finally {
        db.endTransaction();
      }
    }

    @Override
    public void onUpgrade(SQLiteDatabase db, int from, int to) {}
  }

  @Override
  public boolean onCreate() {
    helper = new Helper(getContext());
    return true;
  }

  @Override
  public Cursor query(Uri uri, String[] columns, String where, String[] values, String order) {
    Cursor c = helper.getReadableDatabase().query("rows", columns, where, values, null, null, order);
    c.setNotificationUri(getContext().getContentResolver(), uri);
    return c;
  }

  @Override
  public String getType(Uri uri) {
    return "vnd.android.cursor.dir/row";
  }

  @Override
  public Uri insert(Uri uri, ContentValues values) {
    long id = helper.getWritableDatabase().insertOrThrow("rows", null, values);
    getContext().getContentResolver().notifyChange(uri, null);
    return ContentUris.withAppendedId(ROWS, id);
  }

  @Override
  public int delete(Uri uri, String where, String[] values) {
    int n = helper.getWritableDatabase().delete("rows", where, values);
    getContext().getContentResolver().notifyChange(uri, null);
    return n;
  }

  @Override
  public int update(Uri uri, ContentValues row, String where, String[] values) {
    int n = helper.getWritableDatabase().update("rows", row, where, values);
    getContext().getContentResolver().notifyChange(uri, null);
    return n;
  }
}
