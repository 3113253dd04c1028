package dev.talpa.grove;

import android.content.Context;
import android.content.SharedPreferences;
import android.text.TextUtils;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The trees, more than fit on a screen: those that are picked have a mark before their name. */
final class Grove {
  static final String PICKED = "*";

  private static final String KEY = "trees";
  private static final String LAST = "last";
  private static final String FIRST = 
      "Alder\nApple\nAsh\nBeech\nBirch\nCherry\nElm\nLarch\nLime\nMaple\nOak\nPear\nPine\nPlum\nRowan\nYew";

  private final SharedPreferences store;

  Grove(Context context) {
    store = context.getSharedPreferences("grove", Context.MODE_PRIVATE);
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

  void pick(String name, boolean picked) {
    List<String> trees = trees();
    int at = position(trees, name);
    if (at >= 0) {
      trees.set(at, (picked ? PICKED : "") + name);
    }
    keep(trees);
    store.edit().putString(LAST, picked ? name : "").apply();
  }

  void fell(String name) {
    List<String> trees = trees();
    int at = position(trees, name);
    if (at >= 0) {
      trees.remove(at);
    }
    keep(trees);
  }

  /** The tree that was picked last, "" if none was or it is not picked any more. */
  String last() {
    return store.getString(LAST, "");
  }

  private static int position(List<String> trees, String name) {
    for (int i = 0; i < trees.size(); i++) {
      if (name(trees.get(i)).equals(name)) {
        return i;
      }
    }
    return -1;
  }

  private void keep(List<String> trees) {
    store.edit().putString(KEY, TextUtils.join("\n", trees)).apply();
  }
}
