package dev.talpa.beaver;

import android.content.ContentValues;
import android.content.Context;
import android.database.Cursor;
import android.database.sqlite.SQLiteDatabase;
import android.database.sqlite.SQLiteOpenHelper;
import java.util.ArrayList;
import java.util.List;

/** Logs in a database. Planted: a search puts its words into the statement (SQLiteException). */
class Store extends SQLiteOpenHelper {
  Store(Context context) {
    super(context, "logs.db", null, 1);
  }

  @Override
  public void onCreate(SQLiteDatabase db) {
    db.execSQL("CREATE TABLE log (_id INTEGER PRIMARY KEY, title TEXT, length INTEGER)");
  }

  @Override
  public void onUpgrade(SQLiteDatabase db, int from, int to) {}

  void add(String title, int length) {
    ContentValues values = new ContentValues();
    values.put("title", title);
    values.put("length", length);
    getWritableDatabase().insert("log", null, values);
  }

  List<String> find(String words) {
    List<String> titles = new ArrayList<>();
    SQLiteDatabase db = getReadableDatabase();
    Cursor c = db.rawQuery("SELECT title FROM log WHERE title LIKE '%" + words + "%'", null);
    while (c.moveToNext()) {
      titles.add(c.getString(0));
    }
    c.close();
    return titles;
  }
}
