package dev.talpa.vole;

import android.app.Fragment;
import android.os.Bundle;
import android.view.LayoutInflater;
import android.view.View;
import android.view.ViewGroup;
import android.widget.TextView;

/** How green the moss is. */
public class MossPage extends Fragment implements View.OnClickListener {
  @Override
  public View onCreateView(LayoutInflater inflater, ViewGroup parent, Bundle state) {
    View view = inflater.inflate(R.layout.page_moss, parent, false);
    view.findViewById(R.id.moss_go).setOnClickListener(this);
    return view;
  }

  @Override
  public void onClick(View view) {
    ((TextView) view).setText("Green");
  }
}
