package dev.talpa.possum;

import android.content.Context;
import android.content.SharedPreferences;

/** What is written down before the process may end. */
final class Notes {
  private final SharedPreferences file;

  private Notes(SharedPreferences file) {
    this.file = file;
  }

  static Notes of(Context context) {
    return new Notes(context.getSharedPreferences("notes", Context.MODE_PRIVATE));
  }

  void add(String note) {
    file.edit().putString("all", all() + note + ";").commit();
  }

  String all() {
    return file.getString("all", "");
  }
}
