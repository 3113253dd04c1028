package talpa.agent.world;

import android.app.Application;
import android.bluetooth.BluetoothAdapter;
import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.media.AudioManager;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowAudioManager;
import org.robolectric.shadows.ShadowBluetoothAdapter;
import org.robolectric.shadows.ShadowPackageManager;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import talpa.agent.nfc.Nfc;
import talpa.agent.process.PerApp;
import talpa.agent.wire.Params;
import talpa.agent.wire.WireException;

/** Bluetooth, NFC and the headset: on, off, absent. */
@SuppressWarnings("deprecation")
public final class Adapters {
  private static final String ON = "on";
  private static final String ABSENT = "absent";

  private static final PerApp<Adapters> CURRENT = PerApp.of(Adapters::new);

  private String bluetooth = "off";
  private boolean headset;

  private Adapters() {}

  /** As the emulator's plain image has them: Bluetooth off, no headset. */
  static void install() {
    ShadowBluetoothAdapter.setIsBluetoothSupported(true);
  }

  /** The wire method: "name" is bluetooth or nfc, "state" on, off or absent. */
  static Object radio(Params p) throws WireException {
    String name = p.string("name");
    String state = p.string("state");
    return switch (name) {
      case "bluetooth" -> SurroundingsModule.later(() -> CURRENT.get().bluetooth(state));
      case "nfc" -> SurroundingsModule.later(() -> Nfc.become(state));
      default -> throw WireException.usage("no radio \"" + name + "\"");
    };
  }

  /** Bluetooth goes on, as by the user's event. */
  public static void turnBluetoothOn() {
    SurroundingsModule.later(() -> CURRENT.get().bluetooth(ON));
  }

  /** The wire method: a plug with a microphone goes in or out. */
  static Object headset(Params p) {
    boolean in = p.bool("in", true);
    return SurroundingsModule.later(() -> CURRENT.get().headset(in));
  }

  private static void feature(String name, boolean has) {
    Application app = (Application) SurroundingsModule.context();
    ShadowPackageManager pm = Shadow.extract(app.getPackageManager());
    pm.setSystemFeature(name, has);
  }

  private void bluetooth(String state) {
    boolean present = !state.equals(ABSENT);
    feature(PackageManager.FEATURE_BLUETOOTH, present);
    feature(PackageManager.FEATURE_BLUETOOTH_LE, present);
    BluetoothAdapter adapter = BluetoothAdapter.getDefaultAdapter();
    ShadowBluetoothAdapter.setIsBluetoothSupported(present);
    String was = bluetooth;
    bluetooth = state;
    if (present && adapter == null) {
      adapter = BluetoothAdapter.getDefaultAdapter();
    }
    if (adapter == null || was.equals(state)) {
      return;
    }
    boolean on = state.equals(ON);
    ShadowBluetoothAdapter s = Shadow.extract(adapter);
    s.setEnabled(on);
    s.setState(on ? BluetoothAdapter.STATE_ON : BluetoothAdapter.STATE_OFF);
    if (present && on != was.equals(ON)) {
      int between = on ? BluetoothAdapter.STATE_TURNING_ON : BluetoothAdapter.STATE_TURNING_OFF;
      bluetoothTurns(on ? BluetoothAdapter.STATE_OFF : BluetoothAdapter.STATE_ON, between);
      bluetoothTurns(between, on ? BluetoothAdapter.STATE_ON : BluetoothAdapter.STATE_OFF);
    }
  }

  private static void bluetoothTurns(int from, int to) {
    SurroundingsModule.broadcast(
        new Intent(BluetoothAdapter.ACTION_STATE_CHANGED)
            .putExtra(BluetoothAdapter.EXTRA_PREVIOUS_STATE, from)
            .putExtra(BluetoothAdapter.EXTRA_STATE, to));
  }

  private void headset(boolean in) {
    if (in == headset) {
      return;
    }
    headset = in;
    Context c = SurroundingsModule.context();
    ShadowAudioManager audio = Shadow.extract(c.getSystemService(AudioManager.class));
    ReflectionHelpers.callInstanceMethod(
        audio, "setWiredHeadsetOn", ClassParameter.from(boolean.class, in));
    if (!in) {
      SurroundingsModule.broadcast(new Intent(AudioManager.ACTION_AUDIO_BECOMING_NOISY));
    }
    c.sendStickyBroadcast(
        new Intent(AudioManager.ACTION_HEADSET_PLUG)
            .addFlags(Intent.FLAG_RECEIVER_REGISTERED_ONLY)
            .putExtra("state", in ? 1 : 0)
            .putExtra("name", "")
            .putExtra("microphone", 1));
  }
}
