package dev.talpa.warren;

import android.content.ContentResolver;
import android.content.ContentValues;
import android.content.Context;
import android.content.SharedPreferences;
import android.database.Cursor;
import android.database.sqlite.SQLiteDatabase;
import android.media.AudioManager;
import android.net.Uri;
import android.provider.MediaStore;
import android.telephony.TelephonyManager;
import android.text.format.Time;
import android.util.Log;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** The checks; each returns "ok" or what it got. This app targets API 28. */
final class Checks {
  private static final int LONG = 200000;

  private final Context context;
  private SharedPreferences.OnSharedPreferenceChangeListener listener;

  Checks(Context context) {
    this.context = context;
  }

  String line(String name, String result) {
    return name + ": " + result + "\n";
  }

  /** A server of the app's own can be reached by the app. */
  String loopback() {
    try {
      ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
      Socket client = new Socket("127.0.0.1", server.getLocalPort());
      Socket served = server.accept();
      served.getOutputStream().write(42);
      int got = client.getInputStream().read();
      served.close();
      client.close();
      server.close();
      return got == 42 ? "ok" : "got " + got;
    } catch (IOException e) {
      return e.toString();
    }
  }

  private Cursor rows(SQLiteDatabase db) {
    db.execSQL("CREATE TABLE t (a TEXT, b BLOB, c REAL)");
    StringBuilder s = new StringBuilder();
    while (s.length() < LONG) {
      s.append("lorem ipsum ");
    }
    for (int i = 0; i < 20; i++) {
      db.execSQL("INSERT INTO t VALUES (?, ?, ?)", new Object[] {s + "" + i, new byte[LONG], 0.5});
    }
    return db.rawQuery("SELECT * FROM t", null);
  }

  /** Rows of a few hundred kilobytes can be read, more of them than a window holds. */
  String longRow() {
    SQLiteDatabase db = SQLiteDatabase.create(null);
    try (Cursor c = rows(db)) {
      int n = 0;
      while (c.moveToNext()) {
        boolean same = c.getString(0).endsWith(" " + n) && c.getBlob(1).length == LONG;
        if (!same || !c.getString(2).equals("0.5")) {
          return "row " + n + " differs";
        }
        n++;
      }
      return n == 20 && c.moveToPosition(3) && c.getString(0).endsWith(" 3") ? "ok" : n + " rows";
    } catch (RuntimeException e) {
      return e.toString();
    } finally {
      db.close();
    }
  }

  /** A column that is not there is an error of the app's, in the platform's words. */
  String missingColumn() {
    SQLiteDatabase db = SQLiteDatabase.create(null);
    try (Cursor c = db.rawQuery("SELECT 1", null)) {
      c.moveToFirst();
      c.getString(c.getColumnIndex("name"));
      return "no exception";
    } catch (IllegalStateException e) {
      return e.getMessage().startsWith("Couldn't read row 0, col -1 from CursorWindow.")
          ? "ok"
          : e.toString();
    } finally {
      db.close();
    }
  }

  /** Summer and winter time in New York. */
  String zones() {
    Time time = new Time("America/New_York");
    time.set(1719835200000L); // 2024-07-01 12:00 UTC
    int summer = time.hour;
    time.set(1704110400000L); // 2024-01-01 12:00 UTC
    return summer == 8 && time.hour == 7 ? "ok" : summer + " and " + time.hour;
  }

  /** What an app puts into the media store is there until it takes it away. */
  String mediaStore() {
    ContentResolver resolver = context.getContentResolver();
    ContentValues values = new ContentValues();
    values.put(MediaStore.MediaColumns.DISPLAY_NAME, "warren.jpg");
    values.put(MediaStore.MediaColumns.MIME_TYPE, "image/jpeg");
    Uri item = resolver.insert(MediaStore.Images.Media.EXTERNAL_CONTENT_URI, values);
    try (OutputStream out = resolver.openOutputStream(item)) {
      out.write(42);
    } catch (IOException e) {
      return e.toString();
    }
    String[] name = {MediaStore.MediaColumns.DISPLAY_NAME};
    try (Cursor c = resolver.query(item, name, null, null, null);
        InputStream in = resolver.openInputStream(item)) {
      if (!c.moveToFirst() || !c.getString(0).startsWith("warren") || in.read() != 42) {
        return "it is not there";
      }
    } catch (IOException e) {
      return e.toString();
    }
    int gone = resolver.delete(item, null, null);
    try (Cursor c = resolver.query(item, name, null, null, null)) {
      return gone == 1 && c.getCount() == 0 ? "ok" : "deleted " + gone;
    }
  }

  private volatile boolean ready;

  private static void pause() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * A printed exception has the frames of a device: this activity's, then the framework's. What is
   * printed is in the log, as the tests see.
   */
  String printed() {
    Exception e = new IllegalStateException("printed", new IOException("its cause"));
    e.printStackTrace();
    System.out.println("said aloud");
    System.setOut(new PrintStream(new ByteArrayOutputStream())); // for as long as this process lives
    StringWriter w = new StringWriter();
    e.printStackTrace(new PrintWriter(w, true));
    String s = w.toString();
    boolean whole =
        s.startsWith("java.lang.IllegalStateException: printed\n\tat dev.talpa.warren.Checks.printed(")
            && s.contains("\tat android.app.Activity.performCreate(Activity.java:")
            && s.contains("\nCaused by: java.io.IOException: its cause\n\t... ")
            && s.contains("\tat android.app.ActivityThread.main(ActivityThread.java:");
    boolean foreign = s.contains("$$") || s.contains("robolectric") || s.contains("jdk.internal");
    boolean logged = Log.getStackTraceString(e).equals(s);
    String own = Log.getStackTraceString(new Labelled());
    logged &= own.startsWith("my label\ndev.talpa.warren.Checks$Labelled\n\tat ") && !own.contains("$$");
    return whole && !foreign && logged ? "ok" : s + own;
  }

  /** An exception that has its own way to be printed. */
  private static final class Labelled extends RuntimeException {
    @Override
    public void printStackTrace(PrintWriter w) {
      w.println("my label");
      super.printStackTrace(w);
    }
  }

  /** The main thread may sleep until another one is ready. */
  String sleepingMain() {
    new Thread(
            new Runnable() {
              @Override
              public void run() {
                ready = true;
              }
            })
        .start();
    for (int i = 0; i < 40 && !ready; i++) {
      pause();
    }
    return ready ? "ok" : "the other thread did not run";
  }

  /** What one context sets, the others see. */
  String volume() {
    AudioManager mine = (AudioManager) context.getSystemService(Context.AUDIO_SERVICE);
    AudioManager theirs =
        (AudioManager) context.getApplicationContext().getSystemService(Context.AUDIO_SERVICE);
    mine.setStreamVolume(AudioManager.STREAM_MUSIC, 3, 0);
    int got = theirs.getStreamVolume(AudioManager.STREAM_MUSIC);
    return got == 3 ? "ok" : "got " + got;
  }

  /** Since Android 10 an app for an older version gets null. */
  @SuppressWarnings({"MissingPermission", "HardwareIds"})
  String identifiers() {
    TelephonyManager t = (TelephonyManager) context.getSystemService(Context.TELEPHONY_SERVICE);
    return android.os.Build.VERSION.SDK_INT < 29 || t.getDeviceId() == null
        ? "ok"
        : t.getDeviceId();
  }

  /** Clearing tells the keys that went, and not null, to apps for versions before Android 11. */
  String preferences() {
    final StringBuilder told = new StringBuilder();
    SharedPreferences p = context.getSharedPreferences("checks", Context.MODE_PRIVATE);
    p.edit().putString("a", "1").commit();
    listener =
        new SharedPreferences.OnSharedPreferenceChangeListener() {
          @Override
          public void onSharedPreferenceChanged(SharedPreferences changed, String key) {
            told.append(key).append(' ');
          }
        };
    p.registerOnSharedPreferenceChangeListener(listener);
    p.edit().clear().commit();
    p.unregisterOnSharedPreferenceChangeListener(listener);
    return told.indexOf("null") < 0 ? "ok" : "told " + told;
  }

  /** The old interface to satellites is refused to apps for Android 12 and later only. */
  @SuppressWarnings("MissingPermission")
  String satellites() {
    android.location.LocationManager m =
        (android.location.LocationManager) context.getSystemService(Context.LOCATION_SERVICE);
    try {
      m.getGpsStatus(null);
      return "ok";
    } catch (SecurityException e) {
      return "ok"; // without the permission
    } catch (UnsupportedOperationException e) {
      return e.toString();
    }
  }
}
