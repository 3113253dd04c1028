package dev.talpa.burrow;

import android.app.Activity;
import android.app.AlertDialog;
import android.content.DialogInterface;
import android.os.AsyncTask;
import android.os.Bundle;
import android.os.Handler;
import android.view.View;
import android.widget.TextView;

/**
 * A timer.
 *
 * <p>Planted: the tick is not taken off the handler, so that it finds no clock after a rotation
 * (NullPointerException); the bell rings in the background and fails there (ArithmeticException,
 * wrapped by AsyncTask) once the dialog was agreed to.
 */
public class TimerActivity extends Activity {
  private final Handler handler = new Handler();
  private TextView clock;
  private int seconds;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.timer);
    clock = (TextView) findViewById(R.id.clock);
    findViewById(R.id.start_timer)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                handler.postDelayed(new Tick(), 1000);
              }
            });
    findViewById(R.id.ring)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                confirm();
              }
            });
  }

  @Override
  protected void onDestroy() {
    super.onDestroy();
    clock = null;
  }

  private void confirm() {
    new AlertDialog.Builder(this)
        .setMessage("Ring the bell?")
        .setNegativeButton(android.R.string.cancel, null)
        .setPositiveButton(
            android.R.string.ok,
            new DialogInterface.OnClickListener() {
              @Override
              public void onClick(DialogInterface dialog, int which) {
                new Bell().execute(seconds);
              }
            })
        .show();
  }

  private final class Tick implements Runnable {
    @Override
    public void run() {
      seconds++;
      clock.setText(String.valueOf(seconds));
      handler.postDelayed(this, 1000);
    }
  }

  private static final class Bell extends AsyncTask<Integer, Void, Integer> {
    @Override
    protected Integer doInBackground(Integer... seconds) {
      return 60 / (seconds[0] - seconds[0]);
    }
  }
}
