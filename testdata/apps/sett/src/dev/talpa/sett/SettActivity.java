package dev.talpa.sett;

import android.app.Activity;
import android.os.Bundle;
import android.view.View;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.TextView;

/** A door that takes knocks until it is opened, what the app's libraries say, and a wait. */
public class SettActivity extends Activity {
  private static final long ASLEEP_AFTER_MS = 60_000;

  private int knocks;

  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    LinearLayout rows = new LinearLayout(this);
    rows.setOrientation(LinearLayout.VERTICAL);
    TextView echo = new TextView(this);
    echo.setText("echo: " + Echo.of("hello"));
    rows.addView(echo);
    TextView depth = new TextView(this);
    depth.setText("depth: " + Depth.of("hello"));
    rows.addView(depth);
    TextView said = new TextView(this);
    rows.addView(said);
    Button door = new Button(this);
    door.setText("Knock");
    door.setOnClickListener(new Knock(door, said));
    rows.addView(door);
    final TextView badger = new TextView(this);
    rows.addView(badger);
    setContentView(rows);
    badger.postDelayed(
        new Runnable() {
          @Override
          public void run() {
            badger.setText("the badger is asleep");
          }
        },
        ASLEEP_AFTER_MS);
  }

  /** The door opens in a message of its own, and takes no knocks from then on. */
  private final class Knock implements View.OnClickListener, Runnable {
    private final Button door;
    private final TextView said;

    Knock(Button door, TextView said) {
      this.door = door;
      this.said = said;
    }

    @Override
    public void onClick(View v) {
      knocks++;
      door.post(this);
    }

    @Override
    public void run() {
      door.setEnabled(false);
      said.setText("opened after " + knocks);
    }
  }
}
