package dev.talpa.warm;

import android.app.Activity;
import android.app.AlertDialog;
import android.app.Dialog;
import android.app.DialogFragment;
import android.app.Fragment;
import android.app.ListFragment;
import android.os.Bundle;
import android.view.LayoutInflater;
import android.view.View;
import android.view.ViewGroup;
import android.widget.ArrayAdapter;
import android.widget.Button;

/** Fragments that take each other's place. */
public class PagesActivity extends Activity implements View.OnClickListener {
  private int count;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.pages);
    findViewById(R.id.next).setOnClickListener(this);
    findViewById(R.id.ask).setOnClickListener(this);
    if (state == null) {
      getFragmentManager().beginTransaction().add(R.id.page, new Page(), "first").commit();
    } else {
      count = state.getInt("count");
    }
  }

  @Override
  protected void onSaveInstanceState(Bundle state) {
    super.onSaveInstanceState(state);
    state.putInt("count", count);
    state.putStringArray("names", new String[] {"a", "b"});
  }

  @Override
  public void onClick(View view) {
    if (view.getId() == R.id.ask) {
      new Question().show(getFragmentManager(), "question");
      return;
    }
    Fragment next = ++count % 2 == 0 ? new Page() : new Names();
    Bundle arguments = new Bundle();
    arguments.putInt("count", count);
    next.setArguments(arguments);
    getFragmentManager().beginTransaction().replace(R.id.page, next).addToBackStack(null).commit();
  }

  /** A page with a button. */
  public static class Page extends Fragment {
    @Override
    public View onCreateView(LayoutInflater inflater, ViewGroup parent, Bundle state) {
      Button b = new Button(getActivity());
      b.setText("page");
      return b;
    }
  }

  /** A page with a list. */
  public static class Names extends ListFragment {
    @Override
    public void onActivityCreated(Bundle state) {
      super.onActivityCreated(state);
      String[] names = getResources().getStringArray(R.array.choices);
      setListAdapter(new ArrayAdapter<>(getActivity(), R.layout.row, R.id.name, names));
    }
  }

  /** A dialog. */
  public static class Question extends DialogFragment {
    @Override
    public Dialog onCreateDialog(Bundle state) {
      return new AlertDialog.Builder(getActivity()).setMessage("Well?").setPositiveButton("Yes", null).create();
    }
  }
}
