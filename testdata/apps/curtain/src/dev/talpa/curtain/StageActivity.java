package dev.talpa.curtain;

import android.app.Activity;
import android.os.Bundle;
import android.view.View;
import android.widget.ToggleButton;

/**
 * A stage with buttons that its layout hides or disables.
 *
 * <p>Planted: a click on "go" fails once enough has happened; "go" is in a panel that only "raise"
 * shows. Every button counts, so each of them matters for the crash, if its handler can run: nobody
 * shows or enables never, inside, off and named. The others look alike, and can run in the end.
 */
public class StageActivity extends Activity {
  private int count;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.stage);
    findViewById(R.id.arm).setOnClickListener(new Count());
    findViewById(R.id.raise)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                findViewById(R.id.pit).setVisibility(View.VISIBLE);
                findViewById(R.id.later).setVisibility(View.VISIBLE);
                findViewById(R.id.enabled).setEnabled(true);
                findViewById(R.id.clicked).performClick();
                findViewById(R.id.never).setVisibility(View.GONE);
                findViewById(R.id.off).setEnabled(false);
                ToggleButton some = (ToggleButton) view.getRootView().findViewWithTag("some");
                some.setVisibility(View.VISIBLE);
              }
            });
    findViewById(R.id.go)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                if (count > 2) {
                  fail(null);
                }
              }
            });
    listen();
  }

  private void listen() {
    findViewById(R.id.never).setOnClickListener(new Never());
    findViewById(R.id.inside).setOnClickListener(new Inside());
    findViewById(R.id.off).setOnClickListener(new Off());
    findViewById(R.id.later).setOnClickListener(new Later());
    Shared shared = new Shared();
    findViewById(R.id.shared).setOnClickListener(shared);
    findViewById(R.id.seen).setOnClickListener(shared);
    findViewById(R.id.clicked).setOnClickListener(new Clicked());
    Called called = new Called();
    findViewById(R.id.called).setOnClickListener(called);
    called.onClick(null);
    Handed handed = new Handed();
    findViewById(R.id.handed).setOnClickListener(handed);
    held = handed;
    findViewById(R.id.some).setOnClickListener(new Some());
    findViewById(R.id.enabled).setOnClickListener(new Enabled());
  }

  private Object held;

  /** Named by the layout. */
  public void named(View view) {
    count += 2;
  }


  private void fail(String text) {
    setTitle(text.trim());
  }

  private class Count implements View.OnClickListener {
    @Override
    public void onClick(View view) {
      count++;
    }
  }

  private class Never implements View.OnClickListener {
    @Override
    public void onClick(View view) {
      count += 3;
    }
  }

  private class Inside implements View.OnClickListener {
    @Override
    public void onClick(View view) {
      count += 4;
    }
  }

  private class Off implements View.OnClickListener {
    @Override
    public void onClick(View view) {
      count += 5;
    }
  }

  private class Later implements View.OnClickListener {
    @Override
    public void onClick(View view) {
      count += 6;
    }
  }

  private class Shared implements View.OnClickListener {
    @Override
    public void onClick(View view) {
      count += 7;
    }
  }

  private class Clicked implements View.OnClickListener {
    @Override
    public void onClick(View view) {
      count += 8;
    }
  }

  private class Called implements View.OnClickListener {
    @Override
    public void onClick(View view) {
      count += 9;
    }
  }

  private class Handed implements View.OnClickListener {
    @Override
    public void onClick(View view) {
      count += 10;
    }
  }

  private class Some implements View.OnClickListener {
    @Override
    public void onClick(View view) {
      count += 11;
    }
  }

  private class Enabled implements View.OnClickListener {
    @Override
    public void onClick(View view) {
      count += 12;
    }
  }
}
