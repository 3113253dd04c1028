package talpa.agent.permit;

import android.content.pm.PermissionGroupInfo;
import android.content.pm.PermissionInfo;
import android.content.res.AssetManager;
import android.content.res.Resources;
import android.content.res.XmlResourceParser;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.xmlpull.v1.XmlPullParser;
import org.xmlpull.v1.XmlPullParserException;

/** The permissions and groups that the platform's own manifest declares, read when first asked. */
final class PlatformPermissions {
  private static final String PACKAGE = "android";
  private static final String ATTRIBUTES = "http://schemas.android.com/apk/res/android";

  private static PlatformPermissions all;

  private final Map<String, PermissionInfo> permissions = new HashMap<>();
  private final Map<String, PermissionGroupInfo> groups = new HashMap<>();

  private PlatformPermissions() {}

  /** A copy of what is known of a permission, or null. */
  static synchronized PermissionInfo permission(String name) {
    PermissionInfo p = read().permissions.get(name);
    return p == null ? null : new PermissionInfo(p);
  }

  /** A copy of what is known of a group, or null. */
  static synchronized PermissionGroupInfo group(String name) {
    PermissionGroupInfo g = read().groups.get(name);
    return g == null ? null : new PermissionGroupInfo(g);
  }

  private static PlatformPermissions read() {
    if (all != null) {
      return all;
    }
    PlatformPermissions p = new PlatformPermissions();
    AssetManager platform = Resources.getSystem().getAssets();
    try (XmlResourceParser x = platform.openXmlResourceParser("AndroidManifest.xml")) {
      for (int e = x.next(); e != XmlPullParser.END_DOCUMENT; e = x.next()) {
        if (e == XmlPullParser.START_TAG) {
          p.add(x);
        }
      }
    } catch (IOException | XmlPullParserException e) {
      throw new IllegalStateException("reading the platform's manifest", e);
    }
    all = p;
    return p;
  }

  private void add(XmlResourceParser x) {
    String name = x.getAttributeValue(ATTRIBUTES, "name");
    if (x.getName().equals("permission")) {
      PermissionInfo p = new PermissionInfo();
      p.name = name;
      p.packageName = PACKAGE;
      p.protectionLevel = x.getAttributeIntValue(ATTRIBUTES, "protectionLevel", 0);
      p.group = x.getAttributeValue(ATTRIBUTES, "permissionGroup");
      p.labelRes = x.getAttributeResourceValue(ATTRIBUTES, "label", 0);
      p.descriptionRes = x.getAttributeResourceValue(ATTRIBUTES, "description", 0);
      permissions.put(name, p);
    } else if (x.getName().equals("permission-group")) {
      PermissionGroupInfo g = new PermissionGroupInfo();
      g.name = name;
      g.packageName = PACKAGE;
      g.labelRes = x.getAttributeResourceValue(ATTRIBUTES, "label", 0);
      g.descriptionRes = x.getAttributeResourceValue(ATTRIBUTES, "description", 0);
      g.icon = x.getAttributeResourceValue(ATTRIBUTES, "icon", 0);
      groups.put(name, g);
    }
  }
}
