package talpa.agent.clock;

import android.os.SystemClock;
import talpa.agent.order.Baton;
import talpa.agent.order.VirtualTime;

/** The virtual clock as the order of threads sees it. */
public final class BatonTime implements VirtualTime {
  @Override
  public long nanoTime() {
    return SystemClock.elapsedRealtimeNanos();
  }

  @Override
  public long wallMillis() {
    return Clock.wallMillis();
  }

  @Override
  public Runnable expire(Thread thread, long nanos, boolean idle) {
    long millis = TimedWait.millis(nanos);
    Runnable over = () -> Baton.expire(thread);
    Alarms.Alarm alarm = idle ? Alarms.passing(millis, over) : Alarms.in(millis, over);
    return alarm::cancel;
  }
}
