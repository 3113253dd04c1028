package dev.talpa.stoat;

import android.app.Activity;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.os.Bundle;
import android.view.View;

/** Listens for a headset once it is told to. */
public class EarsActivity extends Activity {
  private boolean listens;
  private final BroadcastReceiver plug =
      new BroadcastReceiver() {
        @Override
        public void onReceive(Context context, Intent intent) {
          if (intent.getIntExtra("state", 0) == 1) {
            setTitle(intent.getStringExtra("address").trim());
          }
        }
      };

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.ears);
    findViewById(R.id.listen)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                registerReceiver(plug, new IntentFilter(Intent.ACTION_HEADSET_PLUG));
                listens = true;
              }
            });
  }

  @Override
  protected void onDestroy() {
    if (listens) {
      unregisterReceiver(plug);
    }
    super.onDestroy();
  }
}
