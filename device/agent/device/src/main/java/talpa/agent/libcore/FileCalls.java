package talpa.agent.libcore;

import android.database.DatabaseErrorHandler;
import android.database.sqlite.SQLiteDatabase;
import android.graphics.Bitmap;
import android.graphics.BitmapFactory;
import android.os.Build;
import android.os.Environment;
import android.os.Process;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import talpa.agent.bridge.Level;
import talpa.agent.process.AppProcess;
import talpa.agent.process.PerApp;
import talpa.agent.process.Storage;

/** Paths: those of the device's shared storage lie in the device's folder. */
public final class FileCalls {
  /** Names of shared storage; the first ones are there where the paths of a device are. */
  private static final String[] SHARED = {
    "/sdcard", "/storage/emulated/0", "/mnt/sdcard", "/storage/sdcard0",
  };

  private static final int PRESENT = 2;

  private static final String PROC = "/proc/";

  /** A file that has the name of the process, as /proc/PID/cmdline. */
  private static final PerApp<Path> NAME = PerApp.of(FileCalls::name);

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
    return p.startsWith(PROC) ? process(p) : p;
  }

  /**
   * The same for a file that is opened. A path that is not whole begins at the root, where an
   * Android process stands and can make nothing.
   */
  public static String opened(String p) throws FileNotFoundException {
    if (p == null || p.isEmpty() || p.startsWith("/")) {
      return path(p);
    }
    if (!new File("/", p).exists()) {
      throw new FileNotFoundException(p + ": open failed: EROFS (Read-only file system)");
    }
    return path("/" + p);
  }

  /**
   * What an app reads of itself below /proc: its name; since Android 8 the load is kept from it.
   */
  private static String process(String p) {
    if (p.equals(PROC + "self/cmdline") || p.equals(PROC + Process.myPid() + "/cmdline")) {
      return NAME.get().toString();
    }
    return p.equals(PROC + "stat") && Level.has(Build.VERSION_CODES.O) ? PROC + "0/stat" : p;
  }

  private static Path name() {
    try {
      Path f = Files.createTempFile("cmdline", null);
      return Files.writeString(f, AppProcess.current().packageName() + "\0");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
