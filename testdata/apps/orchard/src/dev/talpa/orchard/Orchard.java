package dev.talpa.orchard;

import android.content.Context;
import android.content.SharedPreferences;
import android.text.TextUtils;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The trees: those that were picked come last, with a mark before their name. */
final class Orchard {
  static final String PICKED = "*";

  private static final String KEY = "trees";
  private static final String FIRST = "Apple\nCherry\nPear";

  private final SharedPreferences store;

  Orchard(Context context) {
    store = context.getSharedPreferences("orchard", Context.MODE_PRIVATE);
  }

  /** A tree's name without the mark. */
  static String name(String tree) {
    return tree.startsWith(PICKED) ? tree.substring(PICKED.length()) : tree;
  }

  List<String> trees() {
    String text = store.getString(KEY, FIRST);
    return text.isEmpty() ? new ArrayList<String>() : new ArrayList<>(Arrays.asList(text.split("\n")));
  }

  void plant(String name) {
    List<String> trees = trees();
    trees.add(0, name);
    keep(trees);
  }

  void pick(String tree, boolean picked) {
    String name = name(tree);
    List<String> trees = trees();
    trees.remove(name);
    trees.remove(PICKED + name);
    if (picked) {
      trees.add(PICKED + name);
    } else {
      trees.add(0, name);
    }
    keep(trees);
  }

  void fell(int position) {
    List<String> trees = trees();
    trees.remove(position);
    keep(trees);
  }

  private void keep(List<String> trees) {
    store.edit().putString(KEY, TextUtils.join("\n", trees)).apply();
  }
}
