package dev.talpa.granary;

import android.content.Context;
import android.content.SharedPreferences;
import android.text.TextUtils;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The sacks, in the order in which they were filled. */
final class Shelf {
  private static final String KEY = "sacks";

  private final SharedPreferences store;

  Shelf(Context context) {
    store = context.getSharedPreferences("granary", Context.MODE_PRIVATE);
  }

  List<String> filled() {
    String text = store.getString(KEY, "");
    return text.isEmpty() ? new ArrayList<String>() : new ArrayList<>(Arrays.asList(text.split("\n")));
  }

  List<String> sorted() {
    List<String> names = filled();
    Collections.sort(names);
    return names;
  }

  void add(String name) {
    List<String> names = filled();
    names.add(name);
    keep(names);
  }

  void remove(String name) {
    List<String> names = filled();
    names.remove(name);
    keep(names);
  }

  /** The planted bug: the position is that of the sorted list, what it changes is not sorted. */
  void rename(int position, String name) {
    List<String> names = filled();
    names.set(position, name);
    keep(names);
  }

  private void keep(List<String> names) {
    store.edit().putString(KEY, TextUtils.join("\n", names)).apply();
  }
}
