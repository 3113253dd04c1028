package dev.talpa.shrew;

import android.app.AlertDialog;
import android.app.Dialog;
import android.app.DialogFragment;
import android.os.Bundle;

/** A hint, which can be shown once at a time. */
public class HintDialog extends DialogFragment {
  @Override
  public Dialog onCreateDialog(Bundle state) {
    return new AlertDialog.Builder(getActivity())
        .setMessage("Shrews eat all day")
        .setPositiveButton(android.R.string.ok, null)
        .create();
  }
}
