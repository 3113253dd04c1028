package talpa.agent.activity;

import android.app.Notification;
import android.content.Intent;
import android.os.BadParcelableException;
import android.os.Bundle;
import android.os.Parcel;
import android.os.Parcelable;
import android.os.TransactionTooLargeException;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * What the kernel refuses to carry to the system: an app's process takes part in it with a buffer
 * of fixed size. All of it counts as free. What several transactions at a time take together is not
 * modelled.
 */
public final class Transactions {
  /** Bytes of the buffer: BINDER_VM_SIZE of frameworks/native's ProcessState.cpp, 4 KiB a page. */
  private static final int BUFFER = (1 << 20) - 2 * 4096;

  /** Bytes of pixels that the thread has written since it began to count; null: it does not. */
  private static final ThreadLocal<int[]> PIXELS = new ThreadLocal<>();

  private Transactions() {}

  /** Sends an intent as the framework's contexts do, which tell the app what the binder said. */
  public static void sendOfContext(Intent i) {
    try {
      send(i);
    } catch (TransactionTooLargeException e) {
      throw e.rethrowFromSystemServer();
    }
  }

  /** Sends a notification, whose pictures are handed over in shared memory. */
  public static void sendOfContext(Notification n) {
    try {
      share(p -> n.writeToParcel(p, 0));
    } catch (TransactionTooLargeException e) {
      throw e.rethrowFromSystemServer();
    }
  }

  /** Sends rows to a provider of another process. */
  public static void send(Iterable<? extends Parcelable> rows) throws TransactionTooLargeException {
    check(size(p -> rows.forEach(r -> r.writeToParcel(p, 0))));
  }

  /** Sends an intent, whose pictures are copied, as {@code Intent.setAllowFds(false)} has it. */
  public static void send(Intent i) throws TransactionTooLargeException {
    if (i != null && i.getExtras() != null) {
      check(size(p -> i.writeToParcel(p, 0)));
    }
  }

  /**
   * Sends the state of an activity that was stopped, whose pictures are handed over in shared
   * memory. What cannot be written fails as on a device.
   */
  public static void send(Bundle state) throws TransactionTooLargeException {
    if (state == null) {
      return;
    }
    try {
      share(p -> p.writeBundle(state));
    } catch (RuntimeException e) {
      // All else may be what only a real binder can carry.
      if (e instanceof BadParcelableException || e.getCause() instanceof IOException) {
        throw e;
      }
    }
  }

  /** Sends what does not count pictures. */
  private static void share(Consumer<Parcel> writer) throws TransactionTooLargeException {
    int[] pixels = {0};
    PIXELS.set(pixels);
    try {
      check(size(writer) - pixels[0]);
    } finally {
      PIXELS.remove();
    }
  }

  /** The parcel gets a picture's pixels; called from where it is written. */
  public static void pixels(int[] written) {
    int[] sum = PIXELS.get();
    if (sum != null) {
      sum[0] += written.length * Integer.BYTES;
    }
  }

  private static int size(Consumer<Parcel> writer) {
    Parcel p = Parcel.obtain();
    try {
      writer.accept(p);
      return p.dataSize();
    } finally {
      p.recycle();
    }
  }

  private static void check(int size) throws TransactionTooLargeException {
    if (size > BUFFER) {
      throw new TransactionTooLargeException("data parcel size " + size + " bytes");
    }
  }
}
