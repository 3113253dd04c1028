package dev.talpa.larder;

import static dev.talpa.larder.ShelvesActivity.want;

import android.content.Context;
import android.database.sqlite.SQLiteDatabase;
import android.os.Build;
import android.os.Environment;
import android.os.StatFs;
import android.os.storage.StorageManager;
import android.os.storage.StorageVolume;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.List;

/** Storage: its places, volumes and room. */
public final class StorageShelf {
  private final Context context;

  StorageShelf(Context context) {
    this.context = context;
  }

  public void externalDirs() throws IOException {
    String own = shared("data");
    own(context.getExternalFilesDir(null), own + "/files");
    own(context.getExternalFilesDir("Music"), own + "/files/Music");
    own(context.getExternalFilesDirs(null)[0], own + "/files");
    own(context.getExternalCacheDir(), own + "/cache");
    own(context.getExternalCacheDirs()[0], own + "/cache");
  }

  public void paths() throws IOException {
    String name = context.getPackageName();
    ends(context.getFilesDir(), "/data/user/0/" + name + "/files");
    ends(context.getDatabasePath("x"), "/data/user/0/" + name + "/databases/x");
    ends(new File(context.getApplicationInfo().dataDir), "/data/user/0/" + name);
    ends(Environment.getExternalStorageDirectory(), "/storage/emulated/0");
    if (Build.VERSION.SDK_INT >= 24) {
      File dir = context.createDeviceProtectedStorageContext().getFilesDir();
      ends(dir, "/data/user_de/0/" + name + "/files");
    }
    File f = new File("/sdcard/Android/data/" + name + "/files/named");
    f.getParentFile().mkdirs();
    new FileOutputStream(f).close();
    want(new File(context.getExternalFilesDir(null), "named").delete(), "another folder");
  }

  private static void ends(File f, String path) {
    want(f.getPath().endsWith(path), f);
  }

  public void sharedDatabase() {
    File dir = context.getExternalFilesDir(null);
    String path = "/sdcard/Android/data/" + context.getPackageName() + "/files/shared.db";
    SQLiteDatabase.openOrCreateDatabase(path, null).close();
    want(new File(dir, "shared.db").exists(), "another folder");
    want(SQLiteDatabase.deleteDatabase(new File(path)), "not deleted");
  }

  public void times() throws IOException {
    File f = File.createTempFile("time", null, context.getCacheDir());
    long age = System.currentTimeMillis() - f.lastModified();
    want(age > -5000 && age < 60_000, age);
    want(f.setLastModified(86_400_000L) && f.lastModified() == 86_400_000L, f.lastModified());
    want(f.delete(), "not deleted");
  }

  public void temporary() throws IOException {
    File f = File.createTempFile("temporary", ".x");
    want(f.getParentFile().equals(context.getCacheDir()), f);
    want(f.getName().startsWith("temporary") && f.getName().endsWith(".x") && f.delete(), f);
  }

  public void mediaDirs() throws IOException {
    own(context.getExternalMediaDirs()[0], shared("media"));
    own(context.getObbDir(), shared("obb"));
    own(context.getObbDirs()[0], shared("obb"));
  }

  private String shared(String kind) {
    File root = Environment.getExternalStorageDirectory();
    return root + "/Android/" + kind + "/" + context.getPackageName();
  }

  private static void own(File dir, String path) throws IOException {
    want(dir != null && dir.getPath().equals(path), dir);
    want(dir.isDirectory() || dir.mkdirs(), "no folder");
    File f = new File(dir, "x");
    new FileOutputStream(f).close();
    want(f.exists() && f.delete(), "no file");
  }

  public void mounted() {
    want(Environment.MEDIA_MOUNTED.equals(Environment.getExternalStorageState()), "not mounted");
    want(
        Environment.MEDIA_MOUNTED.equals(
            Environment.getExternalStorageState(context.getExternalFilesDir(null))),
        "not mounted");
  }

  public void room() {
    for (File dir : new File[] {Environment.getExternalStorageDirectory(), context.getFilesDir()}) {
      StatFs s = new StatFs(dir.getPath());
      want(s.getBlockSize() > 0 && s.getBlockSizeLong() > 0, s.getBlockSizeLong());
      want(s.getAvailableBytes() > 1 << 28, s.getAvailableBytes());
      want(s.getTotalBytes() > s.getAvailableBytes(), s.getTotalBytes());
      want(s.getAvailableBlocksLong() > 0 && s.getFreeBlocks() > 0, s.getAvailableBlocksLong());
    }
  }

  public void volumes() {
    StorageManager m = (StorageManager) context.getSystemService(Context.STORAGE_SERVICE);
    if (Build.VERSION.SDK_INT < 24) {
      return;
    }
    List<StorageVolume> all = m.getStorageVolumes();
    want(all.size() == 1, all);
    StorageVolume first = m.getPrimaryStorageVolume();
    want(first.isPrimary() && first.isEmulated() && !first.isRemovable(), first);
    want("mounted".equals(first.getState()), first.getState());
    want(first.getDescription(context) != null, null);
    want(m.getStorageVolume(Environment.getExternalStorageDirectory()) != null, null);
  }
}
