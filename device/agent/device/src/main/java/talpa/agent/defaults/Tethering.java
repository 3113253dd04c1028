package talpa.agent.defaults;

import android.net.IIntResultListener;
import android.net.ITetheringConnector;
import android.net.ITetheringEventCallback;
import android.net.TetherStatesParcel;
import android.net.TetheringCallbackStartedParcel;
import android.net.TetheringConfigurationParcel;
import android.net.TetheringInterface;
import android.net.TetheringManager;
import android.os.RemoteException;
import java.util.List;

/**
 * The system's side of TetheringManager: the phone shares its network with nobody, and apps may not
 * change that. An app with leave to write settings is refused too, which a phone does not. The
 * manager waits a minute for each answer, so that there must be one.
 */
final class Tethering {
  private static final String SERVICE = "tethering"; // Context.TETHERING_SERVICE is for the system

  private Tethering() {}

  /** Registers the service, once a JVM. */
  static void register() {
    CallbackService.register(
        SERVICE,
        ITetheringConnector.class,
        Object.class,
        c -> {
          if (c instanceof ITetheringEventCallback events) {
            events.onCallbackStarted(started());
          } else if (c instanceof IIntResultListener asked) {
            refuse(asked);
          }
        });
  }

  private static void refuse(IIntResultListener asked) throws RemoteException {
    asked.onResult(TetheringManager.TETHER_ERROR_NO_CHANGE_TETHERING_PERMISSION);
  }

  private static TetheringCallbackStartedParcel started() {
    TetheringCallbackStartedParcel p = new TetheringCallbackStartedParcel();
    p.config = config();
    p.states = new TetherStatesParcel();
    p.states.availableList = new TetheringInterface[0];
    p.states.tetheredList = new TetheringInterface[0];
    p.states.localOnlyList = new TetheringInterface[0];
    p.states.erroredIfaceList = new TetheringInterface[0];
    p.states.lastErrorList = new int[0];
    p.tetheredClients = List.of();
    return p;
  }

  /** The names of interfaces that a phone could share its network by. */
  private static TetheringConfigurationParcel config() {
    TetheringConfigurationParcel c = new TetheringConfigurationParcel();
    c.tetherableUsbRegexs = new String[] {"usb\\d", "rndis\\d"};
    c.tetherableWifiRegexs = new String[] {"wlan\\d", "softap\\d"};
    c.tetherableBluetoothRegexs = new String[] {"bt-pan"};
    c.legacyDhcpRanges = new String[0];
    c.provisioningApp = new String[0];
    return c;
  }
}
