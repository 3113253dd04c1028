package talpa.agent.outlast;

import android.app.PendingIntent;
import android.content.Context;
import android.content.Intent;
import java.util.LinkedHashMap;
import java.util.Map;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPendingIntent;
import talpa.agent.wire.Params;

/** Pending intents, which the system holds, as the front keeps them. */
final class Sendings {
  private Sendings() {}

  /** What makes the same pending intent again; empty if none can. */
  static Map<String, Object> of(PendingIntent sending) {
    Map<String, Object> m = new LinkedHashMap<>();
    if (sending == null) {
      return m;
    }
    ShadowPendingIntent p = Shadow.extract(sending);
    String intent = Parcels.text(p.getSavedIntent());
    if (!intent.isEmpty()) {
      m.put("intent", intent);
      m.put("code", p.getRequestCode());
      m.put("flags", p.getFlags());
      m.put("kind", kind(p));
    }
    return m;
  }

  private static String kind(ShadowPendingIntent p) {
    if (p.isBroadcast()) {
      return "broadcast";
    }
    return p.isForegroundService() ? "foreground" : p.isService() ? "service" : "activity";
  }

  /** The pending intent that was kept; null for none. */
  static PendingIntent read(Context c, Params p) {
    Intent i = Parcels.read(p.string("intent", ""), Intent.CREATOR);
    if (i == null) {
      return null;
    }
    int code = (int) p.integer("code", 0);
    int flags = (int) p.integer("flags", 0) & ~PendingIntent.FLAG_NO_CREATE;
    return switch (p.string("kind")) {
      case "broadcast" -> PendingIntent.getBroadcast(c, code, i, flags);
      case "service" -> PendingIntent.getService(c, code, i, flags);
      case "foreground" -> PendingIntent.getForegroundService(c, code, i, flags);
      default -> PendingIntent.getActivity(c, code, i, flags);
    };
  }
}
