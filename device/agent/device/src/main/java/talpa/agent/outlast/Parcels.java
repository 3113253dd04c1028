package talpa.agent.outlast;

import android.os.Parcel;
import android.os.Parcelable;
import java.util.Base64;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Parcels as texts. */
final class Parcels {
  private static final Logger LOG = Logger.getLogger(Parcels.class.getName());

  private Parcels() {}

  /** What is written into a parcel; "" for nothing, and for what only lives in a process. */
  static String text(Parcelable p) {
    if (p == null) {
      return "";
    }
    Parcel parcel = Parcel.obtain();
    try {
      p.writeToParcel(parcel, 0);
      return Base64.getEncoder().encodeToString(parcel.marshall());
    } catch (RuntimeException e) {
      LOG.log(Level.FINE, "what only lives in a process does not outlast it", e);
      return "";
    } finally {
      parcel.recycle();
    }
  }

  /** What a text was written of; null for "". */
  static <T> T read(String text, Parcelable.Creator<T> as) {
    if (text.isEmpty()) {
      return null;
    }
    byte[] b = Base64.getDecoder().decode(text);
    Parcel parcel = Parcel.obtain();
    try {
      parcel.unmarshall(b, 0, b.length);
      parcel.setDataPosition(0);
      return as.createFromParcel(parcel);
    } finally {
      parcel.recycle();
    }
  }
}
