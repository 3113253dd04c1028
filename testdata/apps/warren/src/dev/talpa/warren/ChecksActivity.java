package dev.talpa.warren;

import android.app.Activity;
import android.os.Bundle;
import android.os.Handler;
import android.widget.TextView;

/** Tries what the platform promises and shows a line for each: its name and "ok", or what it got. */
public class ChecksActivity extends Activity {
  private TextView text;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    text = new TextView(this);
    setContentView(text);
    final Checks checks = new Checks(this);
    final Handler main = new Handler();
    new Thread(
            new Runnable() {
              @Override
              public void run() {
                final String network = checks.loopback();
                main.post(
                    new Runnable() {
                      @Override
                      public void run() {
                        text.append(checks.line("loopback", network));
                      }
                    });
              }
            })
        .start();
    text.append(checks.line("long row", checks.longRow()));
    text.append(checks.line("missing column", checks.missingColumn()));
    text.append(checks.line("time zones", checks.zones()));
    text.append(checks.line("media store", checks.mediaStore()));
    text.append(checks.line("sleeping main", checks.sleepingMain()));
    text.append(checks.line("one volume", checks.volume()));
    text.append(checks.line("identifiers", checks.identifiers()));
    text.append(checks.line("cleared preferences", checks.preferences()));
    text.append(checks.line("satellites", checks.satellites()));
    text.append(checks.line("printed trace", checks.printed()));
  }
}
