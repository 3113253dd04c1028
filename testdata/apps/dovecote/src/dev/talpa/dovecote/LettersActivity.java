package dev.talpa.dovecote;

import android.app.Activity;
import android.app.ProgressDialog;
import android.graphics.Bitmap;
import android.graphics.BitmapFactory;
import android.os.AsyncTask;
import android.os.Bundle;
import android.view.View;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.TextView;
import java.util.List;

/**
 * Lists letters that a server has; without it the list is empty.
 *
 * <p>Planted: the last letter announces a next one (IndexOutOfBoundsException); the dialog is
 * dismissed though its screen may have gone while the list was fetched (IllegalArgumentException).
 */
public class LettersActivity extends Activity {
  /** Views above the letters. */
  private static final int FIXED = 2;

  private LinearLayout rows;
  private TextView state;

  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    rows = new LinearLayout(this);
    rows.setOrientation(LinearLayout.VERTICAL);
    state = new TextView(this);
    state.setText("waiting");
    rows.addView(state);
    Button again = new Button(this);
    again.setText("Again");
    again.setOnClickListener(
        new View.OnClickListener() {
          @Override
          public void onClick(View v) {
            new FetchAgain().execute();
          }
        });
    rows.addView(again);
    setContentView(rows);
    if (getIntent().hasExtra("server")) {
      Post.server = getIntent().getStringExtra("server");
    }
    new Fetch().execute();
  }

  private void show(final List<Letter> letters) {
    rows.removeViews(FIXED, rows.getChildCount() - FIXED);
    state.setText(letters.size() + " letters");
    for (int i = 0; i < letters.size(); i++) {
      final int row = i;
      Button b = new Button(this);
      b.setText(letters.get(i).subject);
      b.setOnClickListener(
          new View.OnClickListener() {
            @Override
            public void onClick(View v) {
              read(letters, row);
            }
          });
      rows.addView(b);
    }
  }

  /** Reads a letter and announces the next one: the last has none. */
  private void read(List<Letter> letters, int row) {
    Letter next = letters.get(row + 1);
    new Open(next.subject).execute(letters.get(row));
  }

  /** Fetches the list. */
  private class Fetch extends AsyncTask<Void, Void, Object> {
    @Override
    protected Object doInBackground(Void... none) {
      try {
        return Post.letters();
      } catch (Exception e) {
        return "no letters: " + e;
      }
    }

    @Override
    @SuppressWarnings("unchecked")
    protected void onPostExecute(Object result) {
      if (result instanceof String) {
        state.setText((String) result);
      } else {
        show((List<Letter>) result);
      }
    }
  }

  /** Fetches the list again, behind a dialog. */
  private class FetchAgain extends Fetch {
    private ProgressDialog waiting;

    @Override
    protected void onPreExecute() {
      waiting = ProgressDialog.show(LettersActivity.this, null, "Fetching");
    }

    @Override
    protected void onPostExecute(Object result) {
      waiting.dismiss();
      super.onPostExecute(result);
    }
  }

  /** Fetches the text and the seal of a letter. */
  private class Open extends AsyncTask<Letter, Void, String> {
    private final String next;

    Open(String next) {
      this.next = next;
    }

    @Override
    protected String doInBackground(Letter... letter) {
      try {
        byte[] b = Post.bytes(letter[0].seal);
        Bitmap seal = BitmapFactory.decodeByteArray(b, 0, b.length);
        return Post.text(letter[0].id) + ", seal " + (seal != null) + ", next: " + next;
      } catch (Exception e) {
        return "no text: " + e;
      }
    }

    @Override
    protected void onPostExecute(String text) {
      state.setText(text);
    }
  }

  @Override
  public boolean onCreateOptionsMenu(android.view.Menu menu) {
    menu.add(R.string.notices).setIntent(new android.content.Intent(this, NoticesActivity.class));
    menu.add(R.string.gate).setIntent(new android.content.Intent(this, GateActivity.class));
    return true;
  }
}
