package talpa.agent.intents;

import android.content.pm.PackageInfo;
import android.content.pm.Signature;
import android.content.pm.SigningInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowSigningInfo;

/** Signs packages: all with one certificate, made for this purpose, also the app and the system. */
final class Signatures {
  private static final String CERTIFICATE = "talpa/agent/certificate.der";

  private Signatures() {}

  /** Gives the package its signature. */
  @SuppressWarnings("deprecation")
  static void sign(PackageInfo p) {
    Signature s = new Signature(certificate());
    p.signatures = new Signature[] {s};
    p.signingInfo = new SigningInfo();
    Shadow.<ShadowSigningInfo>extract(p.signingInfo).setSignatures(p.signatures);
  }

  private static byte[] certificate() {
    try (InputStream in = Signatures.class.getClassLoader().getResourceAsStream(CERTIFICATE)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
