package dev.talpa.hutch;

import android.app.Application;

/** Comes after the providers. */
public class HutchApp extends Application {
  @Override
  public void onCreate() {
    super.onCreate();
    Notes.add("application");
  }
}
