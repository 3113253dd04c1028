package dev.talpa.larder;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;

/** Stands in the queue of an ordered broadcast: adds its letter to the result. */
public class QueueReceiver extends BroadcastReceiver {
  static final String ACTION = "dev.talpa.larder.QUEUE";

  private final String letter;

  /** The receiver of the manifest. */
  public QueueReceiver() {
    this("m");
  }

  QueueReceiver(String letter) {
    this.letter = letter;
  }

  @Override
  public void onReceive(Context context, Intent intent) {
    setResultData(getResultData() + letter);
    if (letter.equals("x")) {
      abortBroadcast();
    }
  }
}
