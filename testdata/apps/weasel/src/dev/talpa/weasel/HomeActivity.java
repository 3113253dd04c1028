package dev.talpa.weasel;

import android.app.Activity;
import android.os.Bundle;
import android.view.View;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.ScrollView;
import android.widget.TextView;

/** A button for each deed, and the words of the last one. */
public class HomeActivity extends Activity implements View.OnClickListener {
  TextView said;
  private String target = "/nowhere";

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    LinearLayout list = new LinearLayout(this);
    list.setOrientation(LinearLayout.VERTICAL);
    said = new TextView(this);
    said.setText("ready");
    list.addView(said);
    for (String name : Deeds.NAMES) {
      Button b = new Button(this);
      b.setAllCaps(false);
      b.setText(name);
      b.setTag(name);
      b.setOnClickListener(this);
      list.addView(b);
    }
    ScrollView all = new ScrollView(this);
    all.addView(list);
    setContentView(all);
    if (getIntent().hasExtra("target")) {
      target = getIntent().getStringExtra("target");
    }
    String deed = getIntent().getStringExtra("deed");
    if (deed != null) {
      perform(deed);
    }
  }

  private void perform(String deed) {
    if (deed.equals("clock")) {
      new Clock(this).start();
    } else if (deed.equals("race")) {
      new Race(this).start();
    } else {
      said.setText(new Deeds(this, target).perform(deed));
    }
  }

  @Override
  public void onClick(View view) {
    perform((String) view.getTag());
  }
}
