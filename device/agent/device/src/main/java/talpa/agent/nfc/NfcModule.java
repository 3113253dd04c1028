package talpa.agent.nfc;

import java.util.List;
import org.robolectric.annotation.Implements;
import talpa.agent.process.AppProcess;
import talpa.agent.process.Module;

/** Registers the NFC adapter, and what is held to it, with the process. */
public final class NfcModule implements Module {
  /** Called by the list of modules. */
  public NfcModule() {}

  @Override
  public void install(AppProcess p) {
    NfcService.register();
    p.methods().input("tag", Nfc::tag);
  }

  @Override
  public List<String> registrations() {
    return Nfc.get().registrations();
  }

  /** Robolectric's is connected without a tag: the framework's own code runs in its place. */
  @Implements(className = "android.nfc.tech.BasicTagTechnology", isInAndroidSdk = false)
  public static class TechnologyShadow {}

  /** The same. */
  @Implements(className = "android.nfc.tech.IsoDep")
  public static class IsoDepShadow {}
}
