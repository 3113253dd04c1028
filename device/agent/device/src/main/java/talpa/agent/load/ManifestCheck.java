package talpa.agent.load;

import android.content.pm.PackageManager;
import android.content.pm.PackageParser.PackageParserException;
import android.content.pm.parsing.result.ParseResult;
import android.content.pm.parsing.result.ParseTypeImpl;
import android.content.res.TypedArray;
import android.os.Build;
import com.android.internal.pm.parsing.pkg.PackageImpl;
import com.android.internal.pm.pkg.parsing.ParsingPackage;
import com.android.internal.pm.pkg.parsing.ParsingPackageUtils;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import talpa.agent.bridge.Platform;

/**
 * Whether Android installs an app with this manifest: its own parser of packages says so. Rules
 * that came for apps from a target version on are not enforced, since older phones take such apps.
 */
final class ManifestCheck {
  private ManifestCheck() {}

  /**
   * Why an app is not installed.
   *
   * @param code in the package manager's words, "INSTALL_PARSE_FAILED_MANIFEST_MALFORMED"
   * @param reason what is wrong
   */
  record Refusal(String code, String reason) {}

  /** The verdict on an APK: null if it is taken. */
  static Refusal of(Path apk) {
    if (!Platform.has(Build.VERSION_CODES.UPSIDE_DOWN_CAKE)) {
      return null;
    }
    ParseTypeImpl input = new ParseTypeImpl((change, name, target) -> false);
    ParseResult<?> r =
        ParsingPackageUtils.parseDefault(input, apk.toFile(), 0, List.of(), false, new Features());
    return r.isError() ? refusal(r.getErrorCode(), r.getErrorMessage(), apk) : null;
  }

  /** The refusal that a throwable of the load comes of; null if it is none. */
  static Refusal in(Throwable t, Path apk) {
    Throwable c = t;
    for (int i = 0; i < 100 && c != null; i++) {
      if (c instanceof PackageParserException e) {
        Refusal r = of(apk);
        return r != null ? r : refusal(e.error, e.getMessage(), apk);
      }
      c = c.getCause();
    }
    return null;
  }

  private static Refusal refusal(int code, String message, Path apk) {
    String reason = String.valueOf(message).replace(apk.toString(), "base.apk");
    return new Refusal(PackageManager.installStatusToString(code), reason);
  }

  /** A phone without special hardware. */
  private static final class Features implements ParsingPackageUtils.Callback {
    @Override
    public boolean hasFeature(String feature) {
      return false;
    }

    @Override
    public ParsingPackage startParsingPackage(
        String name, String base, String path, TypedArray manifest, boolean core) {
      return PackageImpl.forParsing(name, base, path, manifest, core, this);
    }

    @Override
    public Set<String> getHiddenApiWhitelistedApps() {
      return Set.of();
    }

    @Override
    public Set<String> getInstallConstraintsAllowlist() {
      return Set.of();
    }
  }
}
