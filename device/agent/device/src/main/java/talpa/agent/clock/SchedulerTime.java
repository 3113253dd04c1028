package talpa.agent.clock;

import android.os.SystemClock;
import talpa.agent.order.RunToken;
import talpa.agent.order.VirtualTime;

/** The virtual clock as the order of threads sees it. */
public final class SchedulerTime implements VirtualTime {
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
    Runnable over = () -> RunToken.expire(thread);
    Alarms.Alarm alarm = idle ? Alarms.passing(millis, over) : Alarms.in(millis, over);
    return alarm::cancel;
  }
}
