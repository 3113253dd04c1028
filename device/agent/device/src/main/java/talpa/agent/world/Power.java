package talpa.agent.world;

import android.content.Context;
import android.content.Intent;
import android.os.BatteryManager;
import java.util.List;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowBatteryManager;
import talpa.agent.process.PerApp;
import talpa.agent.wire.Params;

/**
 * The battery: full and at the mains, until it is told otherwise. Broadcasts come in the order of
 * Android's battery service: the plug, then low or okay, then the sticky one with all figures,
 * which goes to registered receivers only.
 */
final class Power {
  private static final int LOW = 15; // percent: down to this, unplugged, it is low
  private static final int OKAY = 20; // and from this on it is okay again
  private static final int FULL = 100;
  private static final int MILLIVOLTS = 4000;
  private static final int TENTHS_OF_DEGREES = 250;
  private static final int MICROAMPERE_HOURS = 10_000;

  private static final PerApp<Power> CURRENT = PerApp.of(Power::new);

  private int level = FULL;
  private int plugged = BatteryManager.BATTERY_PLUGGED_AC;
  private boolean low;

  private Power() {}

  /** The sticky broadcast and the manager's answers of a new device. */
  static void install() {
    CURRENT.get().publish();
  }

  /** The wire method: "level" in percent or "plugged" (ac, usb, wireless, none) changes. */
  static Object tell(Params p) {
    int level = (int) p.integer("level", -1);
    String plugged = p.string("plugged", null);
    return SurroundingsModule.later(() -> CURRENT.get().change(level, plugged));
  }

  private void change(int to, String plug) {
    boolean was = plugged != 0;
    int before = level;
    if (to >= 0) {
      level = to;
    }
    if (plug != null) {
      plugged =
          switch (plug) {
            case "ac" -> BatteryManager.BATTERY_PLUGGED_AC;
            case "usb" -> BatteryManager.BATTERY_PLUGGED_USB;
            case "wireless" -> BatteryManager.BATTERY_PLUGGED_WIRELESS;
            default -> 0;
          };
    }
    boolean is = plugged != 0;
    if (was != is) {
      SurroundingsModule.broadcast(
          new Intent(was ? Intent.ACTION_POWER_DISCONNECTED : Intent.ACTION_POWER_CONNECTED));
    }
    // As BatteryService has it: a plug alone does not make a low battery okay.
    if (!is && level <= LOW && (was || before > LOW)) {
      low = true;
      SurroundingsModule.broadcast(new Intent(Intent.ACTION_BATTERY_LOW));
    } else if (low && level >= OKAY) {
      low = false;
      SurroundingsModule.broadcast(new Intent(Intent.ACTION_BATTERY_OKAY));
    }
    publish();
  }

  private int status() {
    if (plugged == 0) {
      return BatteryManager.BATTERY_STATUS_DISCHARGING;
    }
    return level == FULL
        ? BatteryManager.BATTERY_STATUS_FULL
        : BatteryManager.BATTERY_STATUS_CHARGING;
  }

  @SuppressWarnings("deprecation")
  private void publish() {
    Context c = SurroundingsModule.context();
    ShadowBatteryManager m = Shadow.extract(c.getSystemService(BatteryManager.class));
    m.setIsCharging(plugged != 0);
    m.setIntProperty(BatteryManager.BATTERY_PROPERTY_CAPACITY, level);
    m.setIntProperty(BatteryManager.BATTERY_PROPERTY_STATUS, status());
    c.sendStickyBroadcast(
        new Intent(Intent.ACTION_BATTERY_CHANGED)
            .addFlags(Intent.FLAG_RECEIVER_REGISTERED_ONLY | Intent.FLAG_RECEIVER_REPLACE_PENDING)
            .putExtra(BatteryManager.EXTRA_SEQUENCE, 1)
            .putExtra(BatteryManager.EXTRA_LEVEL, level)
            .putExtra(BatteryManager.EXTRA_SCALE, FULL)
            .putExtra(BatteryManager.EXTRA_STATUS, status())
            .putExtra(BatteryManager.EXTRA_HEALTH, BatteryManager.BATTERY_HEALTH_GOOD)
            .putExtra(BatteryManager.EXTRA_PLUGGED, plugged)
            .putExtra(BatteryManager.EXTRA_PRESENT, true)
            .putExtra(BatteryManager.EXTRA_BATTERY_LOW, low)
            .putExtra(BatteryManager.EXTRA_TEMPERATURE, TENTHS_OF_DEGREES)
            .putExtra(BatteryManager.EXTRA_VOLTAGE, MILLIVOLTS)
            .putExtra(BatteryManager.EXTRA_CHARGE_COUNTER, MICROAMPERE_HOURS)
            .putExtra(BatteryManager.EXTRA_TECHNOLOGY, "Li-ion"));
  }

  /** The broadcasts that a receiver can ask for. */
  static final List<String> ACTIONS =
      List.of(
          Intent.ACTION_BATTERY_CHANGED,
          Intent.ACTION_BATTERY_LOW,
          Intent.ACTION_BATTERY_OKAY,
          Intent.ACTION_POWER_CONNECTED,
          Intent.ACTION_POWER_DISCONNECTED);
}
