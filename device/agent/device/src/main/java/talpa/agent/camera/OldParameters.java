package talpa.agent.camera;

import android.hardware.Camera;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import talpa.agent.bridge.Table;

/**
 * The parameters of a camera of {@code android.hardware.Camera}. An app gets a copy of them, and
 * what it sets is held against what the camera can, as the platform's camera service does.
 */
@SuppressWarnings("deprecation")
final class OldParameters {
  private static final String VALUES = "-values";

  private final Camera camera;
  private String flat;

  OldParameters(Camera camera, boolean back) {
    this.camera = camera;
    List<String> all = new ArrayList<>();
    for (String[] row : Table.rows("talpa/agent/camera.txt", 3)) {
      if (row[0].equals("both") || row[0].equals("back") == back) {
        all.add(row[1] + "=" + row[2]);
      }
    }
    String sizes = Characteristics.sizesAsText();
    String first = sizes.substring(0, sizes.indexOf(','));
    for (String what : List.of("preview-size", "picture-size", "video-size")) {
      all.add(what + "=" + first);
      all.add(what + VALUES + "=" + sizes);
    }
    flat = String.join(";", all);
  }

  /** A copy for the app. */
  Camera.Parameters copy() {
    Camera.Parameters p =
        ReflectionHelpers.callConstructor(
            Camera.Parameters.class, ClassParameter.from(Camera.class, camera));
    p.unflatten(flat);
    return p;
  }

  /**
   * Takes what an app has set.
   *
   * @param previewing a preview that is shown keeps its size
   * @throws RuntimeException if the camera cannot do that
   */
  void set(Camera.Parameters wanted, boolean previewing) {
    Camera.Parameters now = copy();
    for (String s : wanted.flatten().split(";")) {
      String key = s.substring(0, s.indexOf('='));
      String value = s.substring(s.indexOf('=') + 1);
      boolean fits =
          value.equals(now.get(key))
              || isListed(now.get(key + VALUES), value)
                  && isWithin(key, value, now)
                  && !(previewing && key.equals("preview-size"));
      if (!fits) {
        throw new RuntimeException("setParameters failed");
      }
    }
    flat = wanted.flatten();
  }

  /** Whether a value is among those that there are; ranges are listed in brackets. */
  private static boolean isListed(String values, String value) {
    return values == null
        || ("," + values + ",").contains("," + value + ",")
        || values.contains("(" + value + ")");
  }

  private static boolean isWithin(String key, String value, Camera.Parameters now) {
    return switch (key) {
      case "zoom" -> isWithin(value, 0, now.getMaxZoom());
      case "exposure-compensation" ->
          isWithin(value, now.getMinExposureCompensation(), now.getMaxExposureCompensation());
      default -> true;
    };
  }

  private static boolean isWithin(String value, int from, int to) {
    try {
      int n = Integer.parseInt(value);
      return n >= from && n <= to;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
