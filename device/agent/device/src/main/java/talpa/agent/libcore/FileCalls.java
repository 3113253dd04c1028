package talpa.agent.libcore;

import android.database.DatabaseErrorHandler;
import android.database.sqlite.SQLiteDatabase;
import android.graphics.Bitmap;
import android.graphics.BitmapFactory;
import android.os.Environment;
import talpa.agent.process.Storage;

/** Paths: those of the device's shared storage lie in the device's folder. */
public final class FileCalls {
  /** Names of shared storage; the first ones are there where the paths of a device are. */
  private static final String[] SHARED = {
    "/sdcard", "/storage/emulated/0", "/mnt/sdcard", "/storage/sdcard0",
  };

  private static final int PRESENT = 2;

  private FileCalls() {}

  /** The path on the host for a path that the app names. */
  public static String path(String p) {
    if (p == null || !p.startsWith("/")) {
      return p;
    }
    for (int i = Storage.isMounted() ? PRESENT : 0; i < SHARED.length; i++) {
      String s = SHARED[i];
      if (p.equals(s) || p.startsWith(s + "/")) {
        return Environment.getExternalStorageDirectory().getPath() + p.substring(s.length());
      }
    }
    return p;
  }

  /** SQLiteDatabase.openDatabase. */
  public static SQLiteDatabase openDatabase(
      String path, SQLiteDatabase.CursorFactory factory, int flags) {
    return SQLiteDatabase.openDatabase(path(path), factory, flags);
  }

  /** SQLiteDatabase.openDatabase. */
  public static SQLiteDatabase openDatabase(
      String path, SQLiteDatabase.CursorFactory factory, int flags, DatabaseErrorHandler handler) {
    return SQLiteDatabase.openDatabase(path(path), factory, flags, handler);
  }

  /** SQLiteDatabase.openOrCreateDatabase. */
  public static SQLiteDatabase openOrCreateDatabase(
      String path, SQLiteDatabase.CursorFactory factory) {
    return SQLiteDatabase.openOrCreateDatabase(path(path), factory);
  }

  /** SQLiteDatabase.openOrCreateDatabase. */
  public static SQLiteDatabase openOrCreateDatabase(
      String path, SQLiteDatabase.CursorFactory factory, DatabaseErrorHandler handler) {
    return SQLiteDatabase.openOrCreateDatabase(path(path), factory, handler);
  }

  /** BitmapFactory.decodeFile. */
  public static Bitmap decodeFile(String path) {
    return BitmapFactory.decodeFile(path(path));
  }

  /** BitmapFactory.decodeFile. */
  public static Bitmap decodeFile(String path, BitmapFactory.Options options) {
    return BitmapFactory.decodeFile(path(path), options);
  }
}
