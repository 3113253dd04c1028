package dev.talpa.hutch;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.view.GestureDetector;
import android.view.MotionEvent;
import android.view.ScaleGestureDetector;
import android.view.View;
import android.view.ViewGroup;
import android.widget.Button;
import android.widget.FrameLayout;
import android.widget.LinearLayout;
import android.widget.PopupMenu;
import android.widget.PopupWindow;
import android.widget.TabHost;
import android.widget.TabWidget;
import android.widget.TextView;

/** Parts of the framework that need a driver, and what came of those that do not. */
public class HutchActivity extends Activity {
  private static final int BOX = 77;

  private LinearLayout rows;
  private TextView said;

  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    rows = new LinearLayout(this);
    rows.setOrientation(LinearLayout.VERTICAL);
    button("Work", new Runnable() {
      @Override
      public void run() {
        new Work(HutchActivity.this).begin();
      }
    });
    button("Menu", new Runnable() {
      @Override
      public void run() {
        popupMenu();
      }
    });
    button("Window", new Runnable() {
      @Override
      public void run() {
        popupWindow();
      }
    });
    FrameLayout box = new FrameLayout(this);
    box.setId(BOX);
    rows.addView(box);
    pad();
    tabs();
    said = new TextView(this);
    rows.addView(said);
    setContentView(rows);
    if (saved == null) {
      BoxFragment f = new BoxFragment();
      Bundle args = new Bundle();
      args.putString("word", "kept");
      f.setArguments(args);
      getFragmentManager().beginTransaction().add(BOX, f).commit();
    }
    Notes.listen(new Runnable() {
      @Override
      public void run() {
        runOnUiThread(new Runnable() {
          @Override
          public void run() {
            said.setText(Notes.all());
          }
        });
      }
    });
    said.setText(Notes.all());
  }

  @Override
  protected void onActivityResult(int request, int result, Intent data) {
    Notes.add("answer " + result + " to " + request);
    startActivity(new Intent(this, HutchActivity.class).putExtra("word", "hay"));
  }

  @Override
  protected void onNewIntent(Intent i) {
    Notes.add("again " + i.getStringExtra("word"));
  }

  private void button(String label, final Runnable work) {
    Button b = new Button(this);
    b.setText(label);
    b.setOnClickListener(new View.OnClickListener() {
      @Override
      public void onClick(View v) {
        work.run();
      }
    });
    rows.addView(b);
  }

  private void popupMenu() {
    PopupMenu m = new PopupMenu(this, rows.getChildAt(1));
    m.getMenu().add("First choice");
    m.getMenu().add("Second choice");
    m.setOnMenuItemClickListener(new PopupMenu.OnMenuItemClickListener() {
      @Override
      public boolean onMenuItemClick(android.view.MenuItem item) {
        Notes.add("chose " + item.getTitle());
        return true;
      }
    });
    m.show();
  }

  private void popupWindow() {
    Button inside = new Button(this);
    inside.setText("Inside");
    final PopupWindow w = new PopupWindow(inside, 300, 200, true);
    inside.setOnClickListener(new View.OnClickListener() {
      @Override
      public void onClick(View v) {
        Notes.add("touched inside");
        w.dismiss();
      }
    });
    w.showAsDropDown(rows.getChildAt(2));
  }

  /** A surface that knows flings and pinches. */
  private void pad() {
    final GestureDetector fling = new GestureDetector(this, new GestureDetector.SimpleOnGestureListener() {
      @Override
      public boolean onFling(MotionEvent a, MotionEvent b, float x, float y) {
        Notes.add(y < 0 ? "flung up" : "flung down");
        return true;
      }
    });
    final ScaleGestureDetector scale =
        new ScaleGestureDetector(this, new ScaleGestureDetector.SimpleOnScaleGestureListener() {
          @Override
          public void onScaleEnd(ScaleGestureDetector d) {
            Notes.add("pinched");
          }
        });
    View pad = new View(this);
    pad.setContentDescription("pad");
    pad.setOnTouchListener(new View.OnTouchListener() {
      @Override
      public boolean onTouch(View v, MotionEvent e) {
        scale.onTouchEvent(e);
        fling.onTouchEvent(e);
        return true;
      }
    });
    rows.addView(pad, new LinearLayout.LayoutParams(ViewGroup.LayoutParams.MATCH_PARENT, 400));
  }

  private void tabs() {
    TabHost host = new TabHost(this, null);
    LinearLayout inner = new LinearLayout(this);
    inner.setOrientation(LinearLayout.VERTICAL);
    TabWidget labels = new TabWidget(this);
    labels.setId(android.R.id.tabs);
    FrameLayout content = new FrameLayout(this);
    content.setId(android.R.id.tabcontent);
    inner.addView(labels);
    inner.addView(content);
    host.addView(inner);
    rows.addView(host, new LinearLayout.LayoutParams(ViewGroup.LayoutParams.MATCH_PARENT, 200));
    host.setup();
    for (final String name : new String[] {"Left", "Right"}) {
      host.addTab(host.newTabSpec(name).setIndicator(name).setContent(new TabHost.TabContentFactory() {
        @Override
        public View createTabContent(String tag) {
          TextView t = new TextView(HutchActivity.this);
          t.setText("page " + tag);
          return t;
        }
      }));
    }
  }
}
