package talpa.agent.clock;

import android.os.Message;
import android.os.SystemClock;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPausedLooper;
import org.robolectric.shadows.ShadowPausedMessage;

/**
 * The messages of the main looper that are due, a bounded number at one time: {@code
 * ShadowPausedLooper.idle} goes on for ever with a message that posts itself, which is legal.
 * Messages take no time here. On a phone time goes on meanwhile, so that input, frames and delayed
 * messages come between.
 */
final class DueMessages {
  /** Messages without a rest after which time has to go on: more than apps post at once. */
  private static final int MANY = 2_000;

  /** Messages in a millisecond from then on until the looper rests: 50 microseconds each. */
  private static final int MANY_MORE = 20;

  private static final MethodHandle NEXT =
      handle(ShadowPausedLooper.class, "getNextExecutableMessage");
  private static final MethodHandle RECYCLE = handle(ShadowPausedMessage.class, "recycleUnchecked");
  private static final MethodHandle IDLE =
      handle(ShadowPausedLooper.class, "triggerIdleHandlersIfNeeded", Message.class);

  private int restless;
  private int atOnce;
  private long at = -1;

  /**
   * Delivers what is due, and tells idle handlers.
   *
   * @return false if so many came that time has to go on before the next one
   */
  boolean deliver(ShadowPausedLooper looper) {
    try {
      while (!many()) {
        Message m = (Message) NEXT.invoke(looper);
        if (m == null) {
          restless = 0;
          return true;
        }
        restless++;
        atOnce++;
        m.getTarget().dispatchMessage(m);
        RECYCLE.invoke((ShadowPausedMessage) Shadow.extract(m));
        IDLE.invoke(looper, m);
      }
      return false;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw sneaky(e);
    }
  }

  private boolean many() {
    long now = SystemClock.uptimeMillis();
    if (now != at) {
      at = now;
      atOnce = 0;
    }
    return restless >= MANY && atOnce >= MANY_MORE;
  }

  @SuppressWarnings("unchecked")
  static <T extends Throwable> RuntimeException sneaky(Throwable t) throws T {
    throw (T) t; // app code can throw what it does not declare
  }

  private static MethodHandle handle(Class<?> c, String name, Class<?>... types) {
    try {
      Method m = c.getDeclaredMethod(name, types);
      m.setAccessible(true);
      return MethodHandles.lookup().unreflect(m);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("not the Robolectric that this was written for", e);
    }
  }
}
