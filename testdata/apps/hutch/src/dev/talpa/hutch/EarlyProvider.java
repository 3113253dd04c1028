package dev.talpa.hutch;

import android.content.ContentProvider;
import android.content.ContentValues;
import android.database.Cursor;
import android.net.Uri;

/** The provider of the higher order. */
public class EarlyProvider extends ContentProvider {
  @Override
  public boolean onCreate() {
    Notes.add("provider " + getClass().getSimpleName());
    return true;
  }

  @Override
  public Cursor query(Uri u, String[] columns, String where, String[] args, String order) {
    return null;
  }

  @Override
  public String getType(Uri u) {
    return null;
  }

  @Override
  public Uri insert(Uri u, ContentValues v) {
    return null;
  }

  @Override
  public int delete(Uri u, String where, String[] args) {
    return 0;
  }

  @Override
  public int update(Uri u, ContentValues v, String where, String[] args) {
    return 0;
  }
}
