package dev.talpa.warm;

import android.app.Activity;
import android.os.Bundle;
import android.text.Editable;
import android.text.TextWatcher;
import android.view.View;
import android.view.animation.AnimationUtils;
import android.view.inputmethod.InputMethodManager;
import android.widget.AdapterView;
import android.widget.ArrayAdapter;
import android.widget.AutoCompleteTextView;
import android.widget.CompoundButton;
import android.widget.EditText;
import android.widget.RadioGroup;
import android.widget.RatingBar;
import android.widget.SeekBar;
import android.widget.Spinner;
import android.widget.TextView;

/** A form with the widgets of most apps, each of which is listened to. */
public class WidgetsActivity extends Activity
    implements View.OnClickListener,
        CompoundButton.OnCheckedChangeListener,
        RadioGroup.OnCheckedChangeListener,
        AdapterView.OnItemSelectedListener,
        SeekBar.OnSeekBarChangeListener,
        RatingBar.OnRatingBarChangeListener,
        TextWatcher {
  private TextView result;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.widgets);
    if (getActionBar() != null) {
      getActionBar().setDisplayHomeAsUpEnabled(true);
    }
    result = (TextView) findViewById(R.id.result);
    ((EditText) findViewById(R.id.text)).addTextChangedListener(this);
    AutoCompleteTextView complete = (AutoCompleteTextView) findViewById(R.id.complete);
    String[] choices = getResources().getStringArray(R.array.choices);
    complete.setAdapter(new ArrayAdapter<>(this, android.R.layout.simple_dropdown_item_1line, choices));
    for (int id : new int[] {R.id.check, R.id.toggle, R.id.onoff}) {
      ((CompoundButton) findViewById(id)).setOnCheckedChangeListener(this);
    }
    ((RadioGroup) findViewById(R.id.group)).setOnCheckedChangeListener(this);
    ((Spinner) findViewById(R.id.choice)).setOnItemSelectedListener(this);
    ((SeekBar) findViewById(R.id.seek)).setOnSeekBarChangeListener(this);
    ((RatingBar) findViewById(R.id.rating)).setOnRatingBarChangeListener(this);
    findViewById(R.id.press).setOnClickListener(this);
    findViewById(R.id.send).setOnClickListener(this);
  }

  private void say(Object what) {
    result.setText(String.valueOf(what));
  }

  @Override
  public void onClick(View view) {
    InputMethodManager keyboard = (InputMethodManager) getSystemService(INPUT_METHOD_SERVICE);
    keyboard.hideSoftInputFromWindow(view.getWindowToken(), 0);
    EditText number = (EditText) findViewById(R.id.number);
    if (number.getText().length() == 0) {
      number.setError("A number, please");
    }
    View dial = findViewById(R.id.dial);
    if (view.getId() == R.id.press) {
      dial.startAnimation(AnimationUtils.loadAnimation(this, R.anim.grow));
    } else {
      dial.animate().alpha(dial.getAlpha() < 1 ? 1 : 0.5f).setDuration(100);
    }
    say(getResources().getQuantityString(R.plurals.things, 3, 3));
  }

  @Override
  public void onCheckedChanged(CompoundButton button, boolean checked) {
    say(checked);
    findViewById(R.id.progress).setVisibility(checked ? View.GONE : View.VISIBLE);
  }

  @Override
  public void onCheckedChanged(RadioGroup group, int id) {
    say(id);
  }

  @Override
  public void onItemSelected(AdapterView<?> list, View row, int position, long id) {
    say(position);
  }

  @Override
  public void onNothingSelected(AdapterView<?> list) {}

  @Override
  public void onProgressChanged(SeekBar bar, int progress, boolean byUser) {
    say(progress);
  }

  @Override
  public void onStartTrackingTouch(SeekBar bar) {}

  @Override
  public void onStopTrackingTouch(SeekBar bar) {}

  @Override
  public void onRatingChanged(RatingBar bar, float rating, boolean byUser) {
    say(rating);
  }

  @Override
  public void beforeTextChanged(CharSequence s, int start, int count, int after) {}

  @Override
  public void onTextChanged(CharSequence s, int start, int before, int count) {}

  @Override
  public void afterTextChanged(Editable s) {
    say(s);
  }
}
