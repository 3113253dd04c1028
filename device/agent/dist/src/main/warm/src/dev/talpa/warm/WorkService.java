package dev.talpa.warm;

import android.app.IntentService;
import android.content.Intent;

/** Work that an intent asks for. */
public class WorkService extends IntentService {
  public WorkService() {
    super("work");
  }

  @Override
  protected void onHandleIntent(Intent intent) {
    sendBroadcast(new Intent(this, WorkReceiver.class).putExtra("done", intent.getIntExtra("number", 0)));
  }
}
