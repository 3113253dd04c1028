package dev.talpa.vole;

import android.app.Activity;
import android.app.AlertDialog;
import android.app.Dialog;
import android.app.DialogFragment;
import android.content.DialogInterface;
import android.os.Bundle;
import android.view.View;
import android.widget.EditText;

/** A draft that is kept when the screen turns. */
public class DraftActivity extends Activity implements View.OnClickListener {
  private String title;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.draft);
    for (int id : new int[] {R.id.keep, R.id.ask}) {
      findViewById(id).setOnClickListener(this);
    }
    if (state != null && state.getBoolean("kept")) {
      setTitle(state.getString("title").trim());
    }
  }

  @Override
  protected void onSaveInstanceState(Bundle state) {
    super.onSaveInstanceState(state);
    if (title != null) {
      state.putBoolean("kept", true);
      if (title.length() > 3) {
        state.putString("title", title);
      }
    }
  }

  @Override
  public void onClick(View view) {
    if (view.getId() == R.id.keep) {
      title = ((EditText) findViewById(R.id.title)).getText().toString();
      return;
    }
    AskDialog ask = new AskDialog();
    ask.listener = this;
    ask.show(getFragmentManager(), "ask");
  }

  void answer(String what) {
    setTitle(what);
  }

  /** Asks whether the draft is any good. */
  public static class AskDialog extends DialogFragment {
    DraftActivity listener;

    @Override
    public Dialog onCreateDialog(Bundle state) {
      return new AlertDialog.Builder(getActivity())
          .setMessage("Is it good?")
          .setPositiveButton(
              "Yes",
              new DialogInterface.OnClickListener() {
                @Override
                public void onClick(DialogInterface dialog, int which) {
                  listener.answer("Good");
                }
              })
          .create();
    }
  }
}
