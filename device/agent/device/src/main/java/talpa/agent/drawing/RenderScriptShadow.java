package talpa.agent.drawing;

import android.graphics.Bitmap;
import java.util.concurrent.atomic.AtomicLong;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import talpa.agent.process.Unsupported;

/**
 * RenderScript without its native part, as native libraries of apps are: what is made has a name,
 * scripts compute nothing, and pictures stay as they are. A run that needs it says so.
 */
@Implements(className = "android.renderscript.RenderScript")
public class RenderScriptShadow {
  private static final AtomicLong LAST = new AtomicLong();

  /** The thread that would wait for what scripts send. */
  @Implements(className = "android.renderscript.RenderScript$MessageThread")
  public static class Messages {
    /** Nothing is ever sent. */
    @Implementation
    protected void run() {}
  }

  private static long made() {
    return LAST.incrementAndGet();
  }

  /** Where compiled scripts would lie. */
  @Implementation
  protected static String getCachePath() {
    return RuntimeEnvironment.getApplication().getCodeCacheDir().getPath();
  }

  @Implementation
  protected long nDeviceCreate() {
    return made();
  }

  /** A context, by which a run learns of the need for one. */
  @Implementation
  protected long rsnContextCreate(long device, int flags, int version, int kind) {
    Unsupported.tell("native", "RenderScript computes nothing");
    return made();
  }

  @Implementation
  protected long rsnElementCreate(long con, long type, int kind, boolean norm, int size) {
    return made();
  }

  @Implementation
  protected long rsnElementCreate2(long con, long[] elements, String[] names, int[] sizes) {
    return made();
  }

  @Implementation
  protected long rsnTypeCreate(
      long con, long element, int x, int y, int z, boolean mips, boolean faces, int yuv) {
    return made();
  }

  @Implementation
  protected long rsnAllocationCreateTyped(long con, long type, int mip, int usage, long pointer) {
    return made();
  }

  @Implementation
  protected long rsnAllocationCreateFromBitmap(long con, long type, int mip, Bitmap b, int usage) {
    return made();
  }

  @Implementation
  protected long rsnAllocationCreateBitmapBackedAllocation(
      long con, long type, int mip, Bitmap b, int usage) {
    return made();
  }

  @Implementation
  protected long rsnAllocationGetType(long con, long id) {
    return made();
  }

  @Implementation
  protected long rsnScriptCCreate(long con, String name, String cache, byte[] script, int length) {
    return made();
  }

  @Implementation
  protected long rsnScriptIntrinsicCreate(long con, int id, long element) {
    return made();
  }

  @Implementation
  protected long rsnScriptKernelIDCreate(long con, long script, int slot, int signature) {
    return made();
  }

  @Implementation
  protected long rsnScriptInvokeIDCreate(long con, long script, int slot) {
    return made();
  }

  @Implementation
  protected long rsnScriptFieldIDCreate(long con, long script, int slot) {
    return made();
  }

  @Implementation
  protected long rsnScriptGroupCreate(
      long con, long[] kernels, long[] source, long[] to, long[] field, long[] types) {
    return made();
  }

  @Implementation
  protected long rsnSamplerCreate(
      long con, int mag, int min, int wrapS, int wrapT, int wrapR, float aniso) {
    return made();
  }
}
