package dev.talpa.lookout;

import android.content.ContentProvider;
import android.content.ContentValues;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.net.Uri;

/** The log as rows. */
public class Log extends ContentProvider {
  @Override
  public boolean onCreate() {
    Told.note("provider");
    return true;
  }

  @Override
  public Cursor query(Uri uri, String[] columns, String where, String[] args, String order) {
    Told.note("query");
    return new MatrixCursor(new String[] {"_id", "line"});
  }

  @Override
  public String getType(Uri uri) {
    return null;
  }

  @Override
  public Uri insert(Uri uri, ContentValues values) {
    return null;
  }

  @Override
  public int delete(Uri uri, String where, String[] args) {
    return 0;
  }

  @Override
  public int update(Uri uri, ContentValues values, String where, String[] args) {
    return 0;
  }
}
