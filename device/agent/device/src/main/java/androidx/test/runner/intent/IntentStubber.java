package androidx.test.runner.intent;

import android.app.Instrumentation;
import android.content.Intent;

/** Answers intents in place of other apps; never set here. */
public interface IntentStubber {
  /** The answer to an intent. */
  Instrumentation.ActivityResult getActivityResultForIntent(Intent intent);
}
