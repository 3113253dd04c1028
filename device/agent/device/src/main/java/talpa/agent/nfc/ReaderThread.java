package talpa.agent.nfc;

import android.nfc.IAppCallback;
import android.nfc.Tag;
import android.os.RemoteException;
import android.util.Log;

/** A thread of the app's binder, on which readers are told of tags: it has no looper. */
final class ReaderThread {
  private ReaderThread() {}

  static void tell(IAppCallback reader, Tag tag) {
    new Thread(() -> call(reader, tag), "Binder:nfc").start();
  }

  /** The call is one way: what it throws is logged by Binder.execTransact, and nobody dies. */
  private static void call(IAppCallback reader, Tag tag) {
    try {
      reader.onTagDiscovered(tag);
    } catch (RemoteException | RuntimeException e) {
      String caught = e instanceof RemoteException ? "RemoteException" : "RuntimeException";
      Log.w("Binder", "Caught a " + caught + " from the binder stub implementation.", e);
    }
  }
}
