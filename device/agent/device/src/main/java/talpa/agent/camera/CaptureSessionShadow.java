package talpa.agent.camera;

import android.hardware.camera2.CameraAccessException;
import android.hardware.camera2.CameraCaptureSession;
import android.hardware.camera2.CaptureRequest;
import android.hardware.camera2.impl.CameraCaptureSessionImpl;
import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import android.view.Surface;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.Executor;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowCameraCaptureSessionImpl;
import talpa.agent.surface.SurfaceShadow;

/**
 * A session that takes pictures: each request is told of as begun, its surfaces and readers get the
 * wall, and it is told of as done. A request that is repeated is so ten times a second, as in a
 * dark room, as long as somebody hears of it; a preview alone shows the wall once, since it does
 * not move.
 */
@Implements(className = "android.hardware.camera2.impl.CameraCaptureSessionImpl")
public class CaptureSessionShadow extends ShadowCameraCaptureSessionImpl {
  private static final int FRAME_MS = 100;

  @RealObject private CameraCaptureSessionImpl session;

  private final Handler camera = new Handler(Looper.getMainLooper());
  private final Set<Surface> shown = Collections.newSetFromMap(new WeakHashMap<>());
  private boolean closed;
  private int sequences;
  private long frames;
  private Sequence repeated;

  /** Requests that belong together, and who hears of them. */
  private record Sequence(
      int id,
      List<CaptureRequest> requests,
      Executor executor,
      CameraCaptureSession.CaptureCallback callback) {
    void tell(Runnable r) {
      if (callback != null) {
        executor.execute(r);
      }
    }

    boolean heard() {
      return callback != null
          || requests.stream()
              .flatMap(r -> r.getTargets().stream())
              .anyMatch(s -> ReaderShadow.of(s) != null);
    }
  }

  @Override
  @Implementation
  protected int capture(
      CaptureRequest r, CameraCaptureSession.CaptureCallback callback, Handler handler)
      throws CameraAccessException {
    return captureBurst(Collections.singletonList(r), callback, handler);
  }

  @Override
  @Implementation
  protected int captureSingleRequest(
      CaptureRequest r, Executor executor, CameraCaptureSession.CaptureCallback callback)
      throws CameraAccessException {
    return captureBurstRequests(Collections.singletonList(r), executor, callback);
  }

  @Implementation
  protected int captureBurst(
      List<CaptureRequest> all, CameraCaptureSession.CaptureCallback callback, Handler handler)
      throws CameraAccessException {
    return captureBurstRequests(all, executor(handler, callback), callback);
  }

  @Implementation
  protected int captureBurstRequests(
      List<CaptureRequest> all, Executor executor, CameraCaptureSession.CaptureCallback callback)
      throws CameraAccessException {
    Sequence s = begin(all, executor, callback);
    camera.postDelayed(() -> shoot(s), FRAME_MS);
    return s.id;
  }

  @Override
  @Implementation
  protected int setRepeatingRequest(
      CaptureRequest r, CameraCaptureSession.CaptureCallback callback, Handler handler)
      throws CameraAccessException {
    return setRepeatingBurst(Collections.singletonList(r), callback, handler);
  }

  @Override
  @Implementation
  protected int setSingleRepeatingRequest(
      CaptureRequest r, Executor executor, CameraCaptureSession.CaptureCallback callback)
      throws CameraAccessException {
    return setRepeatingBurstRequests(Collections.singletonList(r), executor, callback);
  }

  @Implementation
  protected int setRepeatingBurst(
      List<CaptureRequest> all, CameraCaptureSession.CaptureCallback callback, Handler handler)
      throws CameraAccessException {
    return setRepeatingBurstRequests(all, executor(handler, callback), callback);
  }

  @Implementation
  protected int setRepeatingBurstRequests(
      List<CaptureRequest> all, Executor executor, CameraCaptureSession.CaptureCallback callback)
      throws CameraAccessException {
    Sequence s = begin(all, executor, callback);
    stopRepeating();
    repeated = s;
    camera.postDelayed(() -> repeat(s), FRAME_MS);
    return s.id;
  }

  @Implementation
  protected void stopRepeating() throws CameraAccessException {
    open();
    Sequence s = repeated;
    repeated = null;
    if (s != null && frames > 0) {
      long last = frames - 1;
      s.tell(() -> s.callback.onCaptureSequenceCompleted(session, s.id, last));
    }
  }

  @Implementation
  protected void abortCaptures() throws CameraAccessException {
    stopRepeating();
  }

  @Override
  @Implementation
  protected void close() {
    if (!closed) {
      closed = true;
      repeated = null;
      super.close();
    }
  }

  /** As the camera itself goes, or has another session. */
  void end() {
    close();
  }

  private Sequence begin(
      List<CaptureRequest> all, Executor executor, CameraCaptureSession.CaptureCallback callback) {
    if (all == null || all.isEmpty()) {
      throw new IllegalArgumentException("Requests must have at least one element");
    }
    for (CaptureRequest r : all) {
      if (r == null) {
        throw new IllegalArgumentException("capture request must not be null");
      }
    }
    open();
    for (CaptureRequest r : all) {
      if (r.getTargets().isEmpty()) {
        throw new IllegalArgumentException("Each request must have at least one Surface target");
      }
    }
    return new Sequence(sequences++, List.copyOf(all), executor, callback);
  }

  private void open() {
    if (closed) {
      throw new IllegalStateException("Session has been closed; further changes are illegal.");
    }
  }

  /** The thread that asks hears of it where no handler is given. */
  private static Executor executor(Handler handler, CameraCaptureSession.CaptureCallback callback) {
    return callback == null ? null : CameraDeviceShadow.orOwn(handler)::post;
  }

  private void repeat(Sequence s) {
    if (repeated == s && !closed) {
      take(s);
      if (s.heard()) {
        camera.postDelayed(() -> repeat(s), FRAME_MS);
      }
    }
  }

  private void shoot(Sequence s) {
    if (!closed) {
      take(s);
      long last = frames - 1;
      s.tell(() -> s.callback.onCaptureSequenceCompleted(session, s.id, last));
    }
  }

  private void take(Sequence s) {
    for (CaptureRequest r : s.requests) {
      long frame = frames++;
      long at = SystemClock.elapsedRealtimeNanos();
      s.tell(() -> s.callback.onCaptureStarted(session, r, at, frame));
      for (Surface target : r.getTargets()) {
        show(target, at);
      }
      s.tell(() -> s.callback.onCaptureCompleted(session, r, Results.of(r, s.id, frame, at)));
    }
  }

  private void show(Surface target, long at) {
    ReaderShadow reader = ReaderShadow.of(target);
    if (reader != null) {
      reader.offer(at);
    } else if (shown.add(target)) {
      SurfaceShadow.paint(target, Wall.COLOR);
    }
  }
}
