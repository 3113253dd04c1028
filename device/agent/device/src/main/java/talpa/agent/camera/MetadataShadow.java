package talpa.agent.camera;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.hardware.camera2.impl.CameraMetadataNative;
import java.util.LinkedHashMap;
import java.util.Map;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowCameraMetadataNativeR;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;

/**
 * What a camera tells of itself, is asked for or answers, by name, in place of a native structure.
 * Characteristics, requests and results are Android's own code over it.
 */
@Implements(className = "android.hardware.camera2.impl.CameraMetadataNative")
public class MetadataShadow extends ShadowCameraMetadataNativeR {
  @RealObject private CameraMetadataNative metadata;
  private Map<String, Object> values = new LinkedHashMap<>();

  /** A copy. */
  @Implementation
  protected void __constructor__(CameraMetadataNative other) {
    MetadataShadow s = Shadow.extract(other);
    values.putAll(s.values);
    reflector(Real.class, metadata).__constructor__(other);
  }

  /** Each has what the other had: so the platform hands values on. */
  @Implementation
  protected void swap(CameraMetadataNative other) {
    MetadataShadow s = Shadow.extract(other);
    Map<String, Object> theirs = s.values;
    s.values = values;
    values = theirs;
  }

  @Implementation
  protected boolean isEmpty() {
    return values.isEmpty();
  }

  /** The value of a key; null if it has none. */
  @Implementation
  @SuppressWarnings("unchecked")
  protected <T> T get(CameraMetadataNative.Key<T> key) {
    return (T) values.get(key.getName());
  }

  /** Sets a value, or takes it away. */
  @Implementation
  protected <T> void set(CameraMetadataNative.Key<T> key, T value) {
    if (value == null) {
      values.remove(key.getName());
    } else {
      values.put(key.getName(), value);
    }
  }

  /** The number that lists of keys name a key by. */
  @Implementation
  protected static int nativeGetTagFromKey(String name, long vendor) {
    return tag(name);
  }

  static int tag(String name) {
    return name.hashCode();
  }

  /** The names of the keys that have a value. */
  Iterable<String> names() {
    return values.keySet();
  }

  /** What is shadowed here. */
  @ForType(CameraMetadataNative.class)
  interface Real {
    @Direct
    void __constructor__(CameraMetadataNative other);
  }
}
