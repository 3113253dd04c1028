package dev.talpa.warren;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.os.Handler;
import android.widget.TextView;

/** Hands over to the checks after a second and a half, as splash screens do. */
public class SplashActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    TextView text = new TextView(this);
    text.setText(R.string.app_name);
    setContentView(text);
    new Handler()
        .postDelayed(
            new Runnable() {
              @Override
              public void run() {
                startActivityForResult(
                    new Intent(SplashActivity.this, ChecksActivity.class), 1);
              }
            },
            1500);
  }
}
