package talpa.agent.camera;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.hardware.camera2.CaptureRequest;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowCaptureRequestBuilder;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;

/** Requests keep what is set, by the platform's own code over {@link MetadataShadow}. */
@Implements(className = "android.hardware.camera2.CaptureRequest$Builder")
public class RequestBuilderShadow extends ShadowCaptureRequestBuilder {
  @RealObject private CaptureRequest.Builder builder;

  @Override
  @Implementation
  protected <T> void set(CaptureRequest.Key<T> key, T value) {
    reflector(Real.class, builder).set(key, value);
  }

  @Override
  @Implementation
  protected <T> T get(CaptureRequest.Key<T> key) {
    return reflector(Real.class, builder).get(key);
  }

  /** What is shadowed here. */
  @ForType(CaptureRequest.Builder.class)
  interface Real {
    @Direct
    <T> void set(CaptureRequest.Key<T> key, T value);

    @Direct
    <T> T get(CaptureRequest.Key<T> key);
  }
}
