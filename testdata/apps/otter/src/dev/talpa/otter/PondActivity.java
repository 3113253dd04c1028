package dev.talpa.otter;

import android.app.Activity;
import android.app.DatePickerDialog;
import android.app.TimePickerDialog;
import android.content.BroadcastReceiver;
import android.content.ClipData;
import android.content.ClipboardManager;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.database.sqlite.SQLiteFullException;
import android.os.Bundle;
import android.os.Environment;
import android.view.DragEvent;
import android.view.Menu;
import android.view.MenuItem;
import android.view.ActionMode;
import android.view.MotionEvent;
import android.view.View;
import android.view.ViewGroup;
import android.widget.AdapterView;
import android.widget.ArrayAdapter;
import android.widget.Button;
import android.widget.DatePicker;
import android.widget.EditText;
import android.widget.LinearLayout;
import android.widget.NumberPicker;
import android.widget.RatingBar;
import android.widget.SeekBar;
import android.widget.Spinner;
import android.widget.TextView;
import android.widget.TimePicker;
import java.io.File;
import java.io.FileWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Stones that are sorted by drags, a field whose text is selected, pickers and bars, and a catch
 * that is kept on the card.
 *
 * <p>Planted: the last stone of the row cannot be put before itself (IndexOutOfBoundsException);
 * without the card there is no folder (NullPointerException); the bar's end divides by what is left
 * (ArithmeticException).
 */
public class PondActivity extends Activity {
  private final List<String> stones = new ArrayList<>();
  private LinearLayout pond;
  private EditText field;
  private int caught;

  static void note(String line) {
    android.util.Log.i("otter", line);
  }

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    LinearLayout all = new LinearLayout(this);
    all.setOrientation(LinearLayout.VERTICAL);
    LinearLayout menu = new LinearLayout(this);
    all.addView(menu);
    pond = new LinearLayout(this);
    pond.setOrientation(LinearLayout.VERTICAL);
    all.addView(pond, new LinearLayout.LayoutParams(ViewGroup.LayoutParams.MATCH_PARENT, ViewGroup.LayoutParams.MATCH_PARENT));
    for (final String name : new String[] {"Stones", "Field", "Bars", "Dates", "Card"}) {
      Button b = new Button(this);
      b.setText(name);
      b.setOnClickListener(new View.OnClickListener() {
        @Override
        public void onClick(View v) {
          show(name);
        }
      });
      menu.addView(b, new LinearLayout.LayoutParams(0, ViewGroup.LayoutParams.WRAP_CONTENT, 1));
    }
    setContentView(all);
    IntentFilter screen = new IntentFilter(Intent.ACTION_SCREEN_OFF);
    screen.addAction(Intent.ACTION_SCREEN_ON);
    screen.addAction(Intent.ACTION_USER_PRESENT);
    registerReceiver(new BroadcastReceiver() {
      @Override
      public void onReceive(Context context, Intent intent) {
        note(intent.getAction().substring(intent.getAction().lastIndexOf('.') + 1));
      }
    }, screen);
    for (int i = 0; i < 4; i++) {
      stones.add("stone " + i);
    }
  }

  @Override
  protected void onPause() {
    super.onPause();
    note("paused");
  }

  @Override
  protected void onStop() {
    super.onStop();
    note("stopped");
  }

  @Override
  protected void onResume() {
    super.onResume();
    note("resumed");
  }

  @Override
  protected void onUserLeaveHint() {
    note("left");
  }

  private void show(String name) {
    pond.removeAllViews();
    if (name.equals("Stones")) {
      stones();
    } else if (name.equals("Field")) {
      field();
    } else if (name.equals("Bars")) {
      bars();
    } else if (name.equals("Dates")) {
      dates();
    } else {
      card();
    }
  }

  private void stones() {
    pond.removeAllViews();
    for (int i = 0; i < stones.size(); i++) {
      final int at = i;
      final TextView stone = new TextView(this);
      stone.setText(stones.get(i));
      stone.setPadding(40, 40, 40, 40);
      stone.setOnLongClickListener(new View.OnLongClickListener() {
        @Override
        public boolean onLongClick(View v) {
          ClipData data = ClipData.newPlainText("stone", stone.getText());
          note("drag begins " + v.startDragAndDrop(data, new View.DragShadowBuilder(v), at, 0));
          return true;
        }
      });
      stone.setOnTouchListener(new View.OnTouchListener() {
        @Override
        public boolean onTouch(View v, MotionEvent e) {
          if (e.getActionMasked() == MotionEvent.ACTION_CANCEL) {
            note("touch taken away");
          }
          return false;
        }
      });
      stone.setOnDragListener(new View.OnDragListener() {
        @Override
        public boolean onDrag(View v, DragEvent e) {
          return dragged(at, e);
        }
      });
      pond.addView(stone, new LinearLayout.LayoutParams(ViewGroup.LayoutParams.MATCH_PARENT, ViewGroup.LayoutParams.WRAP_CONTENT));
    }
  }

  private boolean dragged(int at, DragEvent e) {
    int from = (Integer) e.getLocalState();
    switch (e.getAction()) {
      case DragEvent.ACTION_DRAG_STARTED:
        note("stone " + at + " started " + e.getClipDescription().getLabel());
        return true;
      case DragEvent.ACTION_DRAG_ENTERED:
        note("stone " + at + " entered");
        return true;
      case DragEvent.ACTION_DRAG_LOCATION:
        return true;
      case DragEvent.ACTION_DRAG_EXITED:
        note("stone " + at + " exited");
        return true;
      case DragEvent.ACTION_DROP:
        note("stone " + at + " takes " + e.getClipData().getItemAt(0).getText());
        String stone = stones.remove(from);
        stones.add(from == 0 && at == 3 ? at + 1 : at, stone);
        pond.post(new Runnable() {
          @Override
          public void run() {
            stones();
          }
        });
        return true;
      default:
        note("stone " + at + " ended " + e.getResult());
        return true;
    }
  }

  private void field() {
    field = new EditText(this);
    field.setSingleLine(true);
    field.setText("two fish");
    field.setCustomSelectionActionModeCallback(new ActionMode.Callback() {
      @Override
      public boolean onCreateActionMode(ActionMode mode, Menu menu) {
        note("selection begins");
        menu.add(0, 77, 0, "Count");
        return true;
      }

      @Override
      public boolean onPrepareActionMode(ActionMode mode, Menu menu) {
        return false;
      }

      @Override
      public boolean onActionItemClicked(ActionMode mode, MenuItem item) {
        if (item.getItemId() == 77) {
          note("selected " + field.getSelectionStart() + " to " + field.getSelectionEnd());
        }
        return item.getItemId() == 77;
      }

      @Override
      public void onDestroyActionMode(ActionMode mode) {
        note("selection ends");
      }
    });
    final ClipboardManager clips = (ClipboardManager) getSystemService(CLIPBOARD_SERVICE);
    clips.addPrimaryClipChangedListener(new ClipboardManager.OnPrimaryClipChangedListener() {
      @Override
      public void onPrimaryClipChanged() {
        note("clip " + clips.getPrimaryClip().getItemAt(0).getText());
      }
    });
    pond.addView(field);
  }

  private void bars() {
    final SeekBar bar = new SeekBar(this);
    bar.setMax(10);
    bar.setContentDescription("depth");
    bar.setOnSeekBarChangeListener(new SeekBar.OnSeekBarChangeListener() {
      @Override
      public void onProgressChanged(SeekBar b, int progress, boolean byUser) {
        note("depth " + progress + " " + byUser + " " + 100 / (b.getMax() - progress));
      }

      @Override
      public void onStartTrackingTouch(SeekBar b) {}

      @Override
      public void onStopTrackingTouch(SeekBar b) {
        note("depth set");
      }
    });
    pond.addView(bar);
    RatingBar stars = new RatingBar(this);
    stars.setContentDescription("stars");
    stars.setOnRatingBarChangeListener(new RatingBar.OnRatingBarChangeListener() {
      @Override
      public void onRatingChanged(RatingBar b, float rating, boolean byUser) {
        note("stars " + rating);
      }
    });
    pond.addView(stars, new LinearLayout.LayoutParams(ViewGroup.LayoutParams.WRAP_CONTENT, ViewGroup.LayoutParams.WRAP_CONTENT));
    NumberPicker number = new NumberPicker(this);
    number.setMinValue(1);
    number.setMaxValue(5);
    number.setContentDescription("number");
    number.setOnValueChangedListener(new NumberPicker.OnValueChangeListener() {
      @Override
      public void onValueChange(NumberPicker p, int before, int now) {
        note("number " + before + " to " + now);
      }
    });
    pond.addView(number);
    Spinner kinds = new Spinner(this);
    kinds.setContentDescription("kinds");
    kinds.setAdapter(new ArrayAdapter<>(this, android.R.layout.simple_spinner_dropdown_item, new String[] {"carp", "eel", "pike"}));
    kinds.setOnItemSelectedListener(new AdapterView.OnItemSelectedListener() {
      @Override
      public void onItemSelected(AdapterView<?> parent, View view, int position, long id) {
        note("kind " + position);
      }

      @Override
      public void onNothingSelected(AdapterView<?> parent) {}
    });
    pond.addView(kinds);
  }

  private void dates() {
    Button date = new Button(this);
    date.setText("Day");
    date.setOnClickListener(new View.OnClickListener() {
      @Override
      public void onClick(View v) {
        new DatePickerDialog(PondActivity.this, new DatePickerDialog.OnDateSetListener() {
          @Override
          public void onDateSet(DatePicker p, int year, int month, int day) {
            note("day " + year + " " + month + " " + day);
          }
        }, 2020, 1, 29).show();
      }
    });
    pond.addView(date);
    Button time = new Button(this);
    time.setText("Hour");
    time.setOnClickListener(new View.OnClickListener() {
      @Override
      public void onClick(View v) {
        new TimePickerDialog(PondActivity.this, new TimePickerDialog.OnTimeSetListener() {
          @Override
          public void onTimeSet(TimePicker p, int hour, int minute) {
            note("hour " + hour + " " + minute);
          }
        }, 23, 59, true).show();
      }
    });
    pond.addView(time);
  }

  private void card() {
    File shared = Environment.getExternalStorageDirectory();
    note("state " + Environment.getExternalStorageState());
    note("list " + (shared.list() != null));
    try {
      FileWriter w = new FileWriter(new File(shared, "catch.txt"));
      w.write("carp");
      w.close();
      note("written");
    } catch (IOException e) {
      note("refused " + e.getMessage());
    }
    try {
      openOrCreateDatabase("catch", MODE_PRIVATE, null).execSQL("CREATE TABLE IF NOT EXISTS fish (name TEXT)");
      openOrCreateDatabase("catch", MODE_PRIVATE, null).execSQL("INSERT INTO fish VALUES ('carp')");
      note("row kept");
    } catch (SQLiteFullException e) {
      note("no row: " + e.getMessage());
    }
    note("preference " + getPreferences(MODE_PRIVATE).edit().putInt("fish", ++caught).commit());
    note("cache " + (getExternalCacheDir() != null));
    note("folder " + getExternalFilesDir(null).getName());
  }
}
