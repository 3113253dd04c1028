package dev.talpa.hutch;

import android.app.Fragment;
import android.os.Bundle;
import android.view.LayoutInflater;
import android.view.View;
import android.view.ViewGroup;
import android.widget.TextView;

/** Counts how often it was made. */
public class BoxFragment extends Fragment {
  private int made = 1;

  @Override
  public View onCreateView(LayoutInflater inflater, ViewGroup parent, Bundle saved) {
    made = saved == null ? 1 : saved.getInt("made") + 1;
    TextView t = new TextView(getActivity());
    t.setText("fragment " + getArguments().getString("word") + " " + made);
    return t;
  }

  @Override
  public void onSaveInstanceState(Bundle out) {
    out.putInt("made", made);
  }
}
