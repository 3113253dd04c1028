package talpa.agent.activity;

import android.content.Intent;
import android.os.BadParcelableException;
import android.os.Bundle;
import android.os.Parcel;

/** What crossing a process border does to data. */
public final class Parcels {
  private Parcels() {}

  /**
   * A copy of the intent as the system server would hand it on: written to a parcel and read back,
   * so extras that cannot be written fail here as they do on a device.
   */
  public static Intent copy(Intent i) {
    if (i.getExtras() == null || i.getExtras().isEmpty()) {
      return new Intent(i);
    }
    Parcel p = Parcel.obtain();
    try {
      i.writeToParcel(p, 0);
      p.setDataPosition(0);
      return Intent.CREATOR.createFromParcel(p);
    } catch (BadParcelableException e) {
      throw e;
    } catch (RuntimeException e) {
      if (e.getCause() instanceof java.io.IOException) {
        throw e;
      }
      // Something that only a real binder can carry: hand on the object itself.
      return new Intent(i);
    } finally {
      p.recycle();
    }
  }

  /** A copy of an activity's state as the system server would hand it back; null for none. */
  public static Bundle copy(Bundle state) {
    if (state == null) {
      return null;
    }
    Parcel p = Parcel.obtain();
    try {
      p.writeBundle(state);
      p.setDataPosition(0);
      return p.readBundle(null);
    } finally {
      p.recycle();
    }
  }
}
