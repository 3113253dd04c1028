package dev.talpa.vole;

import android.app.ActionBar;
import android.app.Activity;
import android.app.Fragment;
import android.app.FragmentTransaction;
import android.os.Bundle;
import java.util.ArrayList;
import java.util.List;

/** Pages behind tabs, out of a list. */
public class TabsActivity extends Activity implements ActionBar.TabListener {
  private final List<Fragment> pages = new ArrayList<>();

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.frame);
    pages.add(new RootsPage());
    pages.add(new MossPage());
    pages.add(new RootsPage());
    pages.add(new RainPage());
    ActionBar bar = getActionBar();
    bar.setNavigationMode(ActionBar.NAVIGATION_MODE_TABS);
    for (String name : new String[] {"Today", "Wind", "Sun", "Week"}) {
      bar.addTab(bar.newTab().setText(name).setTabListener(this));
    }
  }

  @Override
  public void onTabSelected(ActionBar.Tab tab, FragmentTransaction change) {
    change.replace(R.id.place, pages.get(tab.getPosition()));
  }

  @Override
  public void onTabUnselected(ActionBar.Tab tab, FragmentTransaction change) {}

  @Override
  public void onTabReselected(ActionBar.Tab tab, FragmentTransaction change) {}
}
