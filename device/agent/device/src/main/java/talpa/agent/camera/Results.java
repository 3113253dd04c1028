package talpa.agent.camera;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.hardware.camera2.CameraMetadata;
import android.hardware.camera2.CaptureRequest;
import android.hardware.camera2.CaptureResult;
import android.hardware.camera2.TotalCaptureResult;
import android.hardware.camera2.impl.CameraMetadataNative;
import java.util.HashMap;
import java.util.List;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowTotalCaptureResult;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;

/** What a camera answers with a picture: what was asked for, in focus and rightly lit. */
final class Results {
  static final List<CaptureResult.Key<?>> KEYS =
      List.of(
          CaptureResult.CONTROL_AE_STATE,
          CaptureResult.CONTROL_AF_STATE,
          CaptureResult.CONTROL_AWB_STATE,
          CaptureResult.FLASH_STATE,
          CaptureResult.LENS_STATE,
          CaptureResult.SENSOR_TIMESTAMP);

  private Results() {}

  static TotalCaptureResult of(CaptureRequest request, int sequence, long frame, long at) {
    TotalCaptureResult r = ShadowTotalCaptureResult.newTotalCaptureResult();
    CameraMetadataNative all = new CameraMetadataNative();
    Real real = reflector(Real.class, r);
    real.setResults(all);
    real.setRequest(request);
    real.setSequenceId(sequence);
    real.setFrameNumber(frame);
    RealTotal total = reflector(RealTotal.class, r);
    total.setPartialResults(List.of());
    total.setPhysicalCaptureResults(new HashMap<>());
    Answer a = new Answer(Shadow.extract(r), all);
    for (CaptureRequest.Key<?> k : Requests.KEYS) {
      a.repeat(k, request);
    }
    a.set(CaptureResult.SENSOR_TIMESTAMP, at);
    a.set(CaptureResult.CONTROL_AE_STATE, CameraMetadata.CONTROL_AE_STATE_CONVERGED);
    a.set(CaptureResult.CONTROL_AWB_STATE, CameraMetadata.CONTROL_AWB_STATE_CONVERGED);
    a.set(CaptureResult.CONTROL_AF_STATE, focus(request));
    a.set(CaptureResult.FLASH_STATE, CameraMetadata.FLASH_STATE_READY);
    a.set(CaptureResult.LENS_STATE, CameraMetadata.LENS_STATE_STATIONARY);
    return r;
  }

  private static int focus(CaptureRequest r) {
    Integer mode = r.get(CaptureRequest.CONTROL_AF_MODE);
    if (mode == null || mode == CameraMetadata.CONTROL_AF_MODE_OFF) {
      return CameraMetadata.CONTROL_AF_STATE_INACTIVE;
    }
    boolean continuous =
        mode == CameraMetadata.CONTROL_AF_MODE_CONTINUOUS_PICTURE
            || mode == CameraMetadata.CONTROL_AF_MODE_CONTINUOUS_VIDEO;
    Integer trigger = r.get(CaptureRequest.CONTROL_AF_TRIGGER);
    boolean asked = trigger != null && trigger == CameraMetadata.CONTROL_AF_TRIGGER_START;
    return continuous && !asked
        ? CameraMetadata.CONTROL_AF_STATE_PASSIVE_FOCUSED
        : CameraMetadata.CONTROL_AF_STATE_FOCUSED_LOCKED;
  }

  /** A result under way: its values are kept where apps and where the platform look. */
  private record Answer(ShadowTotalCaptureResult shadow, CameraMetadataNative all) {
    <T> void set(CaptureResult.Key<T> key, T value) {
      shadow.set(key, value);
      all.set(key, value);
    }

    /** The key of a result that bears the name of one that was asked for has its value. */
    <T> void repeat(CaptureRequest.Key<T> key, CaptureRequest request) {
      T value = request.get(key);
      if (value != null) {
        set(new CaptureResult.Key<>(key.getName(), key.getNativeKey().getTypeReference()), value);
      }
    }
  }

  /** The parts of a result. */
  @ForType(CaptureResult.class)
  interface Real {
    @Accessor("mResults")
    void setResults(CameraMetadataNative all);

    @Accessor("mRequest")
    void setRequest(CaptureRequest r);

    @Accessor("mSequenceId")
    void setSequenceId(int id);

    @Accessor("mFrameNumber")
    void setFrameNumber(long n);
  }

  /** The parts of a result that is whole. */
  @ForType(TotalCaptureResult.class)
  interface RealTotal {
    @Accessor("mPartialResults")
    void setPartialResults(List<CaptureResult> parts);

    @Accessor("mPhysicalCaptureResults")
    void setPhysicalCaptureResults(HashMap<String, TotalCaptureResult> results);
  }
}
