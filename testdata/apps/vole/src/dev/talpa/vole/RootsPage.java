package dev.talpa.vole;

import android.app.Fragment;
import android.os.Bundle;
import android.view.LayoutInflater;
import android.view.View;
import android.view.ViewGroup;
import android.widget.TextView;

/** How deep the roots go. */
public class RootsPage extends Fragment implements View.OnClickListener {
  @Override
  public View onCreateView(LayoutInflater inflater, ViewGroup parent, Bundle state) {
    View view = inflater.inflate(R.layout.page_roots, parent, false);
    view.findViewById(R.id.roots_go).setOnClickListener(this);
    return view;
  }

  @Override
  public void onClick(View view) {
    ((TextView) view).setText("Deep");
  }
}
