package dev.talpa.gecko;

import android.app.Activity;
import android.os.Bundle;

/** Opens for a tag with the app's own message. Planted: the message may be empty. */
public class LabelActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    String told = Wall.told(getIntent());
    Wall.note("label " + told);
    if (getIntent().getType() != null) {
      Wall.note("number " + Integer.parseInt(told.substring(told.lastIndexOf(' ') + 1)));
    }
  }
}
