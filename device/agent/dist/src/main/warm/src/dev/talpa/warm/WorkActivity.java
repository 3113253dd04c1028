package dev.talpa.warm;

import android.app.Activity;
import android.app.AlarmManager;
import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.content.BroadcastReceiver;
import android.content.ClipData;
import android.content.ClipboardManager;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.database.Cursor;
import android.graphics.BitmapFactory;
import android.net.ConnectivityManager;
import android.net.Uri;
import android.os.AsyncTask;
import android.os.Build;
import android.os.Bundle;
import android.os.Handler;
import android.os.HandlerThread;
import android.os.Looper;
import android.os.Parcel;
import android.provider.ContactsContract;
import android.text.SpannableStringBuilder;
import android.text.format.DateUtils;
import android.text.style.ForegroundColorSpan;
import android.util.Base64;
import android.util.Log;
import android.util.SparseArray;
import android.view.View;
import android.view.ViewGroup;
import android.widget.Button;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.text.DecimalFormat;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.json.JSONArray;
import org.json.JSONObject;
import org.xmlpull.v1.XmlPullParser;

/** What apps do beside their screens, a button each. What fails is part of it: there is no network. */
public class WorkActivity extends Activity implements View.OnClickListener {
  private static final String TAG = "Warm";
  private static final String[] KINDS = {
    "Task", "Handler", "Pool", "Service", "Notify", "Files", "Text", "Data", "Network", "Contacts", "Ask", "View", "Finish",
  };

  private final BroadcastReceiver clock =
      new BroadcastReceiver() {
        @Override
        public void onReceive(Context context, Intent intent) {
          setTitle(intent.getAction());
        }
      };

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.buttons);
    ViewGroup buttons = (ViewGroup) findViewById(R.id.buttons);
    for (int i = 0; i < KINDS.length; i++) {
      Button b = new Button(this);
      b.setText(KINDS[i]);
      b.setId(i + 1);
      b.setOnClickListener(this);
      buttons.addView(b);
    }
    registerReceiver(clock, new IntentFilter(Intent.ACTION_TIME_TICK));
  }

  @Override
  protected void onDestroy() {
    unregisterReceiver(clock);
    super.onDestroy();
  }

  @Override
  public void onClick(View view) {
    try {
      work(view.getId() - 1);
    } catch (Exception e) {
      Log.w(TAG, "work", e);
    }
  }

  private void work(int kind) throws Exception {
    switch (kind) {
      case 0:
        new Task(this).execute("a", "b");
        break;
      case 1:
        handle();
        break;
      case 2:
        pool();
        break;
      case 3:
        startService(new Intent(this, WorkService.class).putExtra("number", 3));
        break;
      case 4:
        tell();
        break;
      case 5:
        files();
        break;
      case 6:
        text();
        break;
      case 7:
        data();
        break;
      case 8:
        network();
        break;
      case 9:
        contacts();
        break;
      case 10:
        if (Build.VERSION.SDK_INT >= 23) {
          requestPermissions(new String[] {"android.permission.READ_CONTACTS"}, 1);
        }
        break;
      case 11:
        startActivity(Intent.createChooser(new Intent(Intent.ACTION_VIEW, Uri.parse("http://localhost/")), "View"));
        break;
      default:
        setResult(RESULT_OK, new Intent().putExtra("answer", "42"));
        finish();
    }
  }

  private static final class Task extends AsyncTask<String, Integer, String> {
    private final WorkActivity screen;

    Task(WorkActivity screen) {
      this.screen = screen;
    }

    @Override
    protected String doInBackground(String... words) {
      publishProgress(words.length);
      return words[0];
    }

    @Override
    protected void onProgressUpdate(Integer... values) {
      screen.setTitle(String.valueOf(values[0]));
    }

    @Override
    protected void onPostExecute(String word) {
      screen.setTitle(word);
    }
  }

  private void handle() {
    final Handler main = new Handler(Looper.getMainLooper());
    HandlerThread thread = new HandlerThread("warm");
    thread.start();
    final Handler other = new Handler(thread.getLooper());
    other.post(
        new Runnable() {
          @Override
          public void run() {
            main.postDelayed(
                new Runnable() {
                  @Override
                  public void run() {
                    setTitle("handled");
                    other.getLooper().quit();
                  }
                },
                200);
          }
        });
  }

  private void pool() {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (int i = 0; i < 4; i++) {
      pool.execute(
          new Runnable() {
            @Override
            public void run() {
              runOnUiThread(
                  new Runnable() {
                    @Override
                    public void run() {
                      setTitle(UUID.randomUUID().toString());
                    }
                  });
            }
          });
    }
    pool.shutdown();
  }

  private void tell() {
    NotificationManager manager = (NotificationManager) getSystemService(NOTIFICATION_SERVICE);
    PendingIntent open = PendingIntent.getActivity(this, 0, new Intent(this, HomeActivity.class), PendingIntent.FLAG_IMMUTABLE);
    Notification.Builder b = new Notification.Builder(this);
    if (Build.VERSION.SDK_INT >= 26) {
      manager.createNotificationChannel(new NotificationChannel("warm", "Warm", NotificationManager.IMPORTANCE_LOW));
      b = new Notification.Builder(this, "warm");
    }
    b.setSmallIcon(R.drawable.star).setContentTitle("Warm").setContentText("text").setContentIntent(open);
    manager.notify(1, b.build());
    manager.cancel(1);
    AlarmManager alarms = (AlarmManager) getSystemService(ALARM_SERVICE);
    alarms.set(AlarmManager.RTC, System.currentTimeMillis() + 3_600_000, open);
    alarms.cancel(open);
    ClipboardManager clipboard = (ClipboardManager) getSystemService(CLIPBOARD_SERVICE);
    clipboard.setPrimaryClip(ClipData.newPlainText("warm", "text"));
  }

  private void files() throws IOException {
    File file = new File(getFilesDir(), "warm.txt");
    try (FileOutputStream out = openFileOutput("warm.txt", MODE_PRIVATE)) {
      out.write("a line\nanother\n".getBytes(StandardCharsets.UTF_8));
    }
    StringBuilder read = new StringBuilder();
    try (BufferedReader in = new BufferedReader(new InputStreamReader(openFileInput("warm.txt")))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        read.append(line);
      }
    }
    Log.d(TAG, file.getAbsolutePath() + " " + file.length() + " " + read);
    File[] all = getFilesDir().listFiles();
    if (all != null && file.delete()) {
      Log.d(TAG, String.valueOf(all.length));
    }
    getExternalFilesDir(null);
    getSharedPreferences("work", 0).edit().putString("name", "x").putBoolean("yes", true).putLong("at", 1).commit();
    getSharedPreferences("work", 0).getAll();
  }

  private void text() {
    Date day = Calendar.getInstance().getTime();
    StringBuilder all = new StringBuilder();
    all.append(new SimpleDateFormat("yyyy-MM-dd HH:mm:ss", Locale.US).format(day));
    all.append(android.text.format.DateFormat.getMediumDateFormat(this).format(day));
    all.append(DateUtils.formatDateTime(this, day.getTime(), DateUtils.FORMAT_SHOW_TIME));
    all.append(DateUtils.getRelativeTimeSpanString(day.getTime() - 100_000));
    all.append(new DecimalFormat("#,##0.00").format(1234.5));
    all.append(String.format(Locale.getDefault(), "%5.2f %s %d %x", 1.5, "s", 3, 255));
    Matcher m = Pattern.compile("(\\w+)@(\\w+\\.com)").matcher("someone@example.com");
    all.append(m.find() ? m.group(1) : "").append("a,b;c".split("[,;]").length);
    SpannableStringBuilder span = new SpannableStringBuilder(all);
    span.setSpan(new ForegroundColorSpan(0xff00ff00), 0, 4, 0);
    span.insert(2, android.text.Html.fromHtml("<b>bold</b> &amp; <a href='http://localhost'>link</a>"));
    setTitle(span);
  }

  private void data() throws Exception {
    JSONObject o = new JSONObject("{\"a\": [1, 2.5, \"three\", null, true], \"b\": {\"c\": \"\\u0041\"}}");
    JSONArray a = o.getJSONArray("a");
    o.put("n", a.length()).put("d", a.optDouble(1));
    List<String> keys = new ArrayList<>();
    for (java.util.Iterator<String> i = o.keys(); i.hasNext(); ) {
      keys.add(i.next());
    }
    Collections.sort(keys);
    Map<String, Object> map = new HashMap<>();
    SparseArray<String> sparse = new SparseArray<>();
    for (int i = 0; i < keys.size(); i++) {
      map.put(keys.get(i), o.get(keys.get(i)));
      sparse.put(i, keys.get(i));
    }
    XmlPullParser xml = android.util.Xml.newPullParser();
    xml.setInput(new ByteArrayInputStream("<a b='c'>text<d/></a>".getBytes(StandardCharsets.UTF_8)), "UTF-8");
    while (xml.next() != XmlPullParser.END_DOCUMENT) {
      Log.v(TAG, xml.getEventType() + " " + xml.getName());
    }
    byte[] digest = MessageDigest.getInstance("SHA-1").digest(o.toString().getBytes(StandardCharsets.UTF_8));
    Log.v(TAG, Base64.encodeToString(digest, Base64.NO_WRAP) + map.size() + sparse);
    Bundle bundle = new Bundle();
    bundle.putStringArrayList("keys", new ArrayList<>(keys));
    bundle.putParcelable("intent", new Intent("x").setData(Uri.parse("content://a/b?c=d#e")));
    Parcel parcel = Parcel.obtain();
    parcel.writeBundle(bundle);
    parcel.setDataPosition(0);
    parcel.readBundle(getClassLoader()).getStringArrayList("keys");
    parcel.recycle();
    BitmapFactory.decodeResource(getResources(), android.R.drawable.ic_menu_add);
  }

  private void network() {
    ConnectivityManager network = (ConnectivityManager) getSystemService(CONNECTIVITY_SERVICE);
    Log.v(TAG, String.valueOf(network.getActiveNetworkInfo()));
    new Thread(
            new Runnable() {
              @Override
              public void run() {
                try {
                  HttpURLConnection c = (HttpURLConnection) new URL("http://talpa.invalid/").openConnection();
                  c.setConnectTimeout(1000);
                  Log.v(TAG, String.valueOf(c.getResponseCode()));
                } catch (IOException e) {
                  Log.v(TAG, "network", e);
                }
              }
            },
            "warm-network")
        .start();
  }

  private void contacts() {
    Uri all = ContactsContract.Contacts.CONTENT_URI;
    try (Cursor c = getContentResolver().query(all, null, null, null, null)) {
      while (c != null && c.moveToNext()) {
        Log.v(TAG, c.getString(c.getColumnIndexOrThrow(ContactsContract.Contacts.DISPLAY_NAME)));
      }
    }
  }
}
