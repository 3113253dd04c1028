package dev.talpa.larder;

import android.Manifest;
import android.app.Activity;
import android.content.Intent;
import android.database.ContentObserver;
import android.os.Bundle;
import android.os.Handler;
import android.provider.Settings;
import android.util.Log;
import android.view.View;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.ScrollView;
import android.widget.TextView;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Looks at what a phone has in store for any app: each public method of the shelves is a check that
 * throws what it misses. Shows a line for each: its name and "ok", or what it got.
 */
public class ShelvesActivity extends Activity {
  private final Handler main = new Handler();
  private TextView text;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    text = new TextView(this);
    LinearLayout all = new LinearLayout(this);
    all.setOrientation(LinearLayout.VERTICAL);
    Button ask = new Button(this);
    ask.setText(R.string.ask);
    ask.setOnClickListener(
        new View.OnClickListener() {
          @Override
          public void onClick(View v) {
            requestPermissions(
                new String[] {
                  Manifest.permission.ACCESS_FINE_LOCATION, Manifest.permission.READ_CONTACTS
                },
                1);
          }
        });
    all.addView(ask);
    all.addView(text);
    ScrollView scroll = new ScrollView(this);
    scroll.addView(all);
    setContentView(scroll);
    watch();
    if (state != null) {
      line("restored", "ok");
    }
    for (Object shelf :
        new Object[] {
          new SettingsShelf(this),
          new StorageShelf(this),
          new HardwareShelf(this),
          new SystemShelf(this),
          new SecurityShelf(this),
          new ContentShelf(this),
          new NetworkShelf(this)
        }) {
      check(shelf);
    }
    main.post(
        new Runnable() {
          @Override
          public void run() {
            new WaitingShelf(ShelvesActivity.this);
          }
        });
  }

  /** Shows a setting when it changes, and writes another one. */
  private void watch() {
    getContentResolver()
        .registerContentObserver(
            Settings.System.getUriFor("larder_told"),
            false,
            new ContentObserver(main) {
              @Override
              public void onChange(boolean self) {
                String told = Settings.System.getString(getContentResolver(), "larder_told");
                text.setText("told " + told);
                Settings.System.putString(
                    getContentResolver(), Settings.System.NEXT_ALARM_FORMATTED, told + told);
              }
            });
  }

  /** Asks itself, in a task of its own, for a result: the task is there, and answers nobody. */
  void askNewTask() {
    String self = "self";
    if (getIntent().hasExtra(self)) {
      return;
    }
    Intent i = new Intent(Intent.ACTION_MAIN).addCategory(Intent.CATEGORY_LAUNCHER);
    i.setClass(this, ShelvesActivity.class).setFlags(Intent.FLAG_ACTIVITY_NEW_TASK);
    startActivityForResult(i.putExtra(self, true), 1);
  }

  @Override
  protected void onActivityResult(int request, int result, Intent data) {
    line("newTask", result == RESULT_CANCELED && data == null ? "ok" : "got " + result);
  }

  @Override
  public void onRequestPermissionsResult(int request, String[] names, int[] grants) {
    text.setText("answers " + Arrays.toString(grants));
  }

  /** Each check is a message of its own: together they may take long. */
  private void check(final Object shelf) {
    Method[] checks = shelf.getClass().getMethods();
    Arrays.sort(
        checks,
        new Comparator<Method>() {
          @Override
          public int compare(Method a, Method b) {
            return a.getName().compareTo(b.getName());
          }
        });
    for (final Method m : checks) {
      if (m.getDeclaringClass() == shelf.getClass()) {
        main.post(
            new Runnable() {
              @Override
              public void run() {
                line(m.getName(), outcome(shelf, m));
              }
            });
      }
    }
  }

  private static String outcome(Object shelf, Method m) {
    try {
      m.invoke(shelf);
      return "ok";
    } catch (InvocationTargetException e) {
      Log.w("larder", m.getName(), e.getCause());
      return String.valueOf(e.getCause());
    } catch (IllegalAccessException e) {
      return e.toString();
    }
  }

  void line(String name, String outcome) {
    text.append(name + ": " + outcome + "\n");
  }

  /** Throws what is not as it should be. */
  static void want(boolean ok, Object got) {
    if (!ok) {
      throw new IllegalStateException("got " + got);
    }
  }
}
