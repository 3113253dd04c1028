package dev.talpa.vole;

import android.app.Activity;
import android.os.Bundle;
import android.os.Handler;
import android.view.View;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Numbers that a posted job walks one after the other. */
public class TallyActivity extends Activity implements View.OnClickListener {
  private static final int PAUSE = 300;

  private final List<Integer> numbers = new ArrayList<>();
  private final Handler handler = new Handler();
  private Iterator<Integer> walk;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.tally);
    for (int id : new int[] {R.id.add, R.id.thin}) {
      findViewById(id).setOnClickListener(this);
    }
    for (int i = 0; i < 6; i++) {
      numbers.add(i);
    }
  }

  @Override
  public void onClick(View view) {
    if (view.getId() == R.id.add) {
      numbers.add(numbers.size());
    } else {
      walk = numbers.iterator();
      handler.postDelayed(step, PAUSE);
    }
  }

  private final Runnable step =
      new Runnable() {
        @Override
        public void run() {
          if (walk.hasNext()) {
            setTitle("at " + walk.next());
            handler.postDelayed(this, PAUSE);
          }
        }
      };
}
