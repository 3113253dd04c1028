package talpa.agent.world;

import android.Manifest;
import android.content.Intent;
import android.os.Handler;
import android.os.Looper;
import android.telephony.TelephonyManager;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.util.ReflectionHelpers;
import talpa.agent.permit.Grants;
import talpa.agent.wire.Params;
import talpa.agent.wire.WireException;

/**
 * Calls that arrive, are taken and end. As the platform tells of them: to listeners, and by a
 * broadcast to receivers of apps that hold READ_PHONE_STATE. Since Android 9 the number is told to
 * those only that hold READ_CALL_LOG too, in a second broadcast.
 */
@SuppressWarnings("deprecation")
final class Calls {
  private static final String NUMBER = "incomingPhoneNumber";

  private Calls() {}

  /** Before the first call its number is empty, not unknown. */
  static void install() {
    ReflectionHelpers.setField(shadow(), NUMBER, "");
  }

  private static PhoneShadow shadow() {
    return Shadow.extract(SurroundingsModule.context().getSystemService(TelephonyManager.class));
  }

  /** The wire method: "state" is ring, accept or end, "number" may be missing. */
  static Object tell(Params p) throws WireException {
    String number = p.string("number", null); // of somebody who hides it: null
    String state = p.string("state");
    return switch (state) {
      case "ring" ->
          SurroundingsModule.later(() -> change(TelephonyManager.CALL_STATE_RINGING, number));
      case "accept" ->
          SurroundingsModule.later(() -> change(TelephonyManager.CALL_STATE_OFFHOOK, number));
      case "end" ->
          SurroundingsModule.later(() -> change(TelephonyManager.CALL_STATE_IDLE, number));
      default -> throw WireException.usage("a call cannot " + state);
    };
  }

  private static void change(int state, String number) {
    PhoneShadow s = shadow();
    int before = ReflectionHelpers.getField(s, "callState");
    if (before == state) {
      return;
    }
    boolean told = Grants.held(Manifest.permission.READ_CALL_LOG);
    ReflectionHelpers.setField(s, "callState", state);
    String heard = told ? number : "";
    ReflectionHelpers.setField(s, NUMBER, heard);
    s.tell(state, heard);
    if (!Grants.held(Manifest.permission.READ_PHONE_STATE)) {
      return;
    }
    Intent i =
        new Intent(TelephonyManager.ACTION_PHONE_STATE_CHANGED)
            .putExtra(TelephonyManager.EXTRA_STATE, name(state))
            .putExtra("subscription", 1)
            .putExtra("android.telephony.extra.SUBSCRIPTION_INDEX", 1);
    // Behind what the listeners are told: a broadcast takes the way through the system.
    new Handler(Looper.getMainLooper()).post(() -> broadcast(i, told, number));
  }

  private static void broadcast(Intent i, boolean told, String number) {
    SurroundingsModule.broadcast(i);
    if (told) {
      SurroundingsModule.broadcast(
          new Intent(i).putExtra(TelephonyManager.EXTRA_INCOMING_NUMBER, number));
    }
  }

  private static String name(int state) {
    return switch (state) {
      case TelephonyManager.CALL_STATE_RINGING -> TelephonyManager.EXTRA_STATE_RINGING;
      case TelephonyManager.CALL_STATE_OFFHOOK -> TelephonyManager.EXTRA_STATE_OFFHOOK;
      default -> TelephonyManager.EXTRA_STATE_IDLE;
    };
  }

  /** Whether the app listens to calls, other than by a receiver. */
  static boolean heard() {
    return shadow().heard();
  }
}
