package talpa.agent.clock;

import android.os.Looper;
import android.os.Message;
import android.os.MessageQueue;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.robolectric.shadows.ShadowLooper;

/**
 * What is due on the loopers beside the main one (handler threads, their choreographers). Each runs
 * on its own thread, which waits in its queue until the clock has passed the time of its next
 * message; so the clock must go on for it.
 */
final class OtherLoopers {
  private static final VarHandle MESSAGES = field(MessageQueue.class, "mMessages", Message.class);
  private static final VarHandle WHEN = field(Message.class, "when", long.class);
  private static final VarHandle TARGET = field(Message.class, "target", android.os.Handler.class);
  private static final VarHandle NEXT = field(Message.class, "next", Message.class);

  private OtherLoopers() {}

  /**
   * Virtual uptime of the first message that is due later than now, or -1 if there is none. One
   * that is due by now has its thread run already, or the thread cannot get to it.
   */
  static long nextDue(long now) {
    long first = -1;
    for (Looper l : ShadowLooper.getAllLoopers()) {
      if (l == Looper.getMainLooper() || !l.getThread().isAlive()) {
        continue;
      }
      long when = when(l.getQueue());
      if (when > now && (first < 0 || when < first)) {
        first = when;
      }
    }
    return first;
  }

  /**
   * The time of a queue's next message, or -1 if it has none; behind a barrier of an asynchronous
   * one.
   */
  private static long when(MessageQueue queue) {
    synchronized (queue) {
      Message m = (Message) MESSAGES.get(queue);
      if (m != null && TARGET.get(m) == null) {
        do {
          m = (Message) NEXT.get(m);
        } while (m != null && !m.isAsynchronous());
      }
      return m == null ? -1 : (long) WHEN.get(m);
    }
  }

  private static VarHandle field(Class<?> c, String name, Class<?> type) {
    try {
      return MethodHandles.privateLookupIn(c, MethodHandles.lookup()).findVarHandle(c, name, type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("not the framework that this was written for", e);
    }
  }
}
