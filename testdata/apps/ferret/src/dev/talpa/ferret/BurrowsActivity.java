package dev.talpa.ferret;

import android.app.Activity;
import android.os.Bundle;
import android.view.ActionMode;
import android.view.KeyEvent;
import android.view.Menu;
import android.view.MenuItem;
import android.view.MotionEvent;
import android.view.View;
import android.view.inputmethod.EditorInfo;
import android.widget.AbsListView;
import android.widget.ArrayAdapter;
import android.widget.EditText;
import android.widget.LinearLayout;
import android.widget.ListView;
import android.widget.TextView;
import java.util.ArrayList;
import java.util.List;

/** A long list of which several rows can be picked, a field with a search key, a pad for two fingers. */
public class BurrowsActivity extends Activity
    implements AbsListView.MultiChoiceModeListener, TextView.OnEditorActionListener, View.OnTouchListener {
  private static final int ROWS = 60;

  private final List<String> rows = new ArrayList<>();
  private ArrayAdapter<String> adapter;
  private ListView list;
  private TextView told;
  private double from = Double.NaN;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    LinearLayout all = new LinearLayout(this);
    all.setOrientation(LinearLayout.VERTICAL);
    told = new TextView(this);
    told.setText("ready");
    all.addView(told);
    EditText field = new EditText(this);
    field.setSingleLine(true);
    field.setImeOptions(EditorInfo.IME_ACTION_SEARCH);
    field.setOnEditorActionListener(this);
    all.addView(field);
    TextView pad = new TextView(this);
    pad.setContentDescription("pad");
    pad.setHeight(300);
    pad.setOnTouchListener(this);
    all.addView(pad);
    list = new ListView(this);
    list.setChoiceMode(ListView.CHOICE_MODE_MULTIPLE_MODAL);
    list.setMultiChoiceModeListener(this);
    for (int i = 0; i < ROWS; i++) {
      rows.add("burrow " + i);
    }
    adapter = new ArrayAdapter<>(this, android.R.layout.simple_list_item_activated_1, rows);
    list.setAdapter(adapter);
    all.addView(list);
    setContentView(all);
  }

  @Override
  public boolean onEditorAction(TextView v, int action, KeyEvent event) {
    told.setText("action " + action + " on " + v.getText());
    return true;
  }

  @Override
  public boolean onTouch(View v, MotionEvent e) {
    if (e.getPointerCount() == 2) {
      double angle = Math.toDegrees(Math.atan2(e.getY(1) - e.getY(0), e.getX(1) - e.getX(0)));
      from = Double.isNaN(from) ? angle : from;
      told.setText("turned " + Math.round(angle - from));
    }
    return true;
  }

  @Override
  public boolean onCreateActionMode(ActionMode mode, Menu menu) {
    menu.add("Fill in").setShowAsAction(MenuItem.SHOW_AS_ACTION_ALWAYS);
    return true;
  }

  @Override
  public boolean onPrepareActionMode(ActionMode mode, Menu menu) {
    return false;
  }

  @Override
  public void onItemCheckedStateChanged(ActionMode mode, int position, long id, boolean checked) {
    mode.setTitle(list.getCheckedItemCount() + " picked");
  }

  /** Planted: positions move up while rows go, so that the last ones are not there any more. */
  @Override
  public boolean onActionItemClicked(ActionMode mode, MenuItem item) {
    List<String> gone = new ArrayList<>();
    int size = rows.size();
    for (int i = 0; i < size; i++) {
      if (list.isItemChecked(i)) {
        gone.add(rows.remove(i));
      }
    }
    told.setText("filled in " + gone);
    adapter.notifyDataSetChanged();
    mode.finish();
    return true;
  }

  @Override
  public void onDestroyActionMode(ActionMode mode) {}
}
