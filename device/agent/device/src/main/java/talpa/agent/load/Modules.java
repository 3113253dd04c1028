package talpa.agent.load;

import java.util.List;
import talpa.agent.biometric.BiometricModule;
import talpa.agent.content.ContentModule;
import talpa.agent.defaults.DefaultsModule;
import talpa.agent.launcher.LauncherModule;
import talpa.agent.net.NetModule;
import talpa.agent.nfc.NfcModule;
import talpa.agent.process.Module;
import talpa.agent.reverse.ReverseModule;
import talpa.agent.service.ServiceModule;
import talpa.agent.task.TaskModule;
import talpa.agent.view.ViewModule;
import talpa.agent.window.WindowModule;
import talpa.agent.world.SurroundingsModule;

/** The parts of the device, in the order of installation. */
final class Modules {
  private Modules() {}

  static List<Module> all() {
    return List.of(
        new NetModule(),
        new ReverseModule(),
        new TaskModule(),
        new ServiceModule(),
        new ContentModule(),
        new DefaultsModule(),
        new SurroundingsModule(),
        new BiometricModule(),
        new NfcModule(),
        new LauncherModule(),
        new WindowModule(),
        new ViewModule());
  }
}
