package androidx.test.internal.runner.intent;

import android.content.Intent;
import androidx.test.runner.intent.IntentMonitor;

/** An intent monitor that tells nobody. */
public final class IntentMonitorImpl implements IntentMonitor {
  /** Called by Robolectric for each intent. */
  public void signalIntent(Intent intent) {}
}
