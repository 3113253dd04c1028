package talpa.agent.camera;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.hardware.camera2.CameraCharacteristics;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowCameraCharacteristics;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;

/** Characteristics are the platform's own, over {@link MetadataShadow}. */
@Implements(className = "android.hardware.camera2.CameraCharacteristics")
public class CharacteristicsShadow extends ShadowCameraCharacteristics {
  @RealObject private CameraCharacteristics characteristics;

  @Override
  @Implementation
  protected <T> T get(CameraCharacteristics.Key<T> key) {
    return reflector(Real.class, characteristics).get(key);
  }

  /** What is shadowed here. */
  @ForType(CameraCharacteristics.class)
  interface Real {
    @Direct
    <T> T get(CameraCharacteristics.Key<T> key);
  }
}
