package dev.talpa.beaver;

import android.app.Activity;
import android.bluetooth.BluetoothAdapter;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.os.Bundle;
import android.view.View;
import android.widget.CheckBox;
import android.widget.EditText;
import android.widget.TextView;

/**
 * What the phone has. Planted: a phone without Bluetooth (NullPointerException); a box that was
 * checked means a receiver that was never registered (IllegalArgumentException); a number is how
 * deep a recursion goes (StackOverflowError).
 */
public class PhoneActivity extends Activity {
  private final BroadcastReceiver power =
      new BroadcastReceiver() {
        @Override
        public void onReceive(Context context, Intent intent) {
          show("power");
        }
      };

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.phone);
    if (((CheckBox) findViewById(R.id.listen)).isChecked()) {
      registerReceiver(power, new IntentFilter(Intent.ACTION_POWER_CONNECTED));
    }
    findViewById(R.id.radio)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                show(BluetoothAdapter.getDefaultAdapter().isEnabled() ? "on" : "off");
              }
            });
    findViewById(R.id.dive)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                show("" + dive(depth()));
              }
            });
  }

  @Override
  protected void onDestroy() {
    super.onDestroy();
    if (((CheckBox) findViewById(R.id.listen)).isChecked()) {
      unregisterReceiver(power);
    }
  }

  int depth() {
    String text = ((EditText) findViewById(R.id.depth)).getText().toString();
    return text.isEmpty() ? 3 : Integer.parseInt(text);
  }

  int dive(int depth) {
    return depth <= 0 ? 0 : 1 + dive(depth - 1);
  }

  private void show(String text) {
    ((TextView) findViewById(R.id.result)).setText(text);
  }
}
