package dev.talpa.warm;

import android.app.Activity;
import android.app.AlertDialog;
import android.app.DatePickerDialog;
import android.app.Dialog;
import android.app.ProgressDialog;
import android.app.TimePickerDialog;
import android.content.DialogInterface;
import android.os.Bundle;
import android.view.View;
import android.view.ViewGroup;
import android.widget.Button;
import android.widget.EditText;
import android.widget.PopupMenu;
import android.widget.TextView;
import android.widget.PopupWindow;

/** Dialogs and popups of all kinds, a button each. */
public class DialogsActivity extends Activity implements View.OnClickListener, DialogInterface.OnClickListener {
  private static final String[] KINDS = {
    "Message", "Items", "Choice", "Several", "Text", "Date", "Time", "Progress", "Menu", "Popup",
  };

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.buttons);
    ViewGroup buttons = (ViewGroup) findViewById(R.id.buttons);
    for (int i = 0; i < KINDS.length; i++) {
      Button b = new Button(this);
      b.setText(KINDS[i]);
      b.setTag(i);
      b.setOnClickListener(this);
      buttons.addView(b);
    }
  }

  @Override
  public void onClick(View view) {
    int kind = (Integer) view.getTag();
    if (kind <= 4) {
      builder(kind).show();
    } else if (kind == 8) {
      PopupMenu menu = new PopupMenu(this, view);
      menu.inflate(R.menu.rows);
      menu.show();
    } else if (kind == 9) {
      TextView text = new TextView(this);
      text.setText("popup");
      PopupWindow popup = new PopupWindow(text, 200, 100, true);
      popup.setBackgroundDrawable(getResources().getDrawable(R.drawable.frame));
      popup.showAsDropDown(view);
    } else {
      dialog(kind).show();
    }
  }

  private AlertDialog.Builder builder(int kind) {
    AlertDialog.Builder b = new AlertDialog.Builder(this).setTitle(KINDS[kind]);
    b.setPositiveButton(android.R.string.ok, this).setNegativeButton(android.R.string.cancel, null);
    switch (kind) {
      case 0:
        return b.setMessage(R.string.styled).setIcon(R.drawable.star);
      case 1:
        return b.setItems(R.array.choices, this);
      case 2:
        return b.setSingleChoiceItems(R.array.choices, 1, this);
      case 3:
        return b.setMultiChoiceItems(R.array.choices, null, null);
      default:
        return b.setView(new EditText(this));
    }
  }

  private Dialog dialog(int kind) {
    switch (kind) {
      case 5:
        return new DatePickerDialog(this, null, 2020, 1, 2);
      case 6:
        return new TimePickerDialog(this, null, 10, 30, true);
      default:
        ProgressDialog progress = new ProgressDialog(this);
        progress.setMessage("a moment");
        return progress;
    }
  }

  @Override
  public void onClick(DialogInterface dialog, int which) {
    setTitle(String.valueOf(which));
  }
}
