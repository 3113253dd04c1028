package dev.talpa.badger;

import android.app.Activity;
import android.os.Bundle;
import android.os.Process;
import android.view.View;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.TextView;

/** Asks for the permissions that the app declares itself. */
public class AskActivity extends Activity {
  private static final String[] NAMES = {
    "dev.talpa.badger.permission.DIG", "dev.talpa.badger.permission.BURROW"
  };

  private TextView held;

  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    LinearLayout rows = new LinearLayout(this);
    rows.setOrientation(LinearLayout.VERTICAL);
    Button ask = new Button(this);
    ask.setText("Ask");
    ask.setOnClickListener(
        new View.OnClickListener() {
          @Override
          public void onClick(View v) {
            requestPermissions(NAMES, 1);
          }
        });
    rows.addView(ask);
    held = new TextView(this);
    rows.addView(held);
    TextView ids = new TextView(this);
    ids.setText("process " + Process.myPid() + " user " + Process.myUid());
    rows.addView(ids);
    setContentView(rows);
    show("holds");
  }

  @Override
  public void onRequestPermissionsResult(int request, String[] names, int[] results) {
    show("got");
  }

  private void show(String verb) {
    held.setText(verb + " " + checkSelfPermission(NAMES[0]) + " " + checkSelfPermission(NAMES[1]));
  }
}
