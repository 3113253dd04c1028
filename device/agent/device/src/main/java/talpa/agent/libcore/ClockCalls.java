package talpa.agent.libcore;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The clocks of java.time: they tell the virtual time. */
public final class ClockCalls {
  private ClockCalls() {}

  /** The clock of what is made without one. */
  public static Clock clock() {
    return new Virtual(ZoneId.systemDefault());
  }

  /** The clock of what is made for a zone. */
  public static Clock clock(ZoneId zone) {
    return new Virtual(zone);
  }

  /** Clock.systemUTC. */
  public static Clock systemUTC() {
    return new Virtual(ZoneOffset.UTC);
  }

  /** Clock.systemDefaultZone. */
  public static Clock systemDefaultZone() {
    return clock();
  }

  /** Clock.system. */
  public static Clock system(ZoneId zone) {
    return clock(zone);
  }

  /** Clock.tickMillis. */
  public static Clock tickMillis(ZoneId zone) {
    return clock(zone);
  }

  /** Clock.tickSeconds. */
  public static Clock tickSeconds(ZoneId zone) {
    return Clock.tick(clock(zone), Duration.ofSeconds(1));
  }

  /** Clock.tickMinutes. */
  public static Clock tickMinutes(ZoneId zone) {
    return Clock.tick(clock(zone), Duration.ofMinutes(1));
  }

  private static final class Virtual extends Clock {
    private final ZoneId zone;

    Virtual(ZoneId zone) {
      if (zone == null) {
        throw new NullPointerException("zone");
      }
      this.zone = zone;
    }

    @Override
    public ZoneId getZone() {
      return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
      return new Virtual(other);
    }

    @Override
    public long millis() {
      return TimeCalls.currentTimeMillis();
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(millis());
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Virtual && ((Virtual) o).zone.equals(zone);
    }

    @Override
    public int hashCode() {
      return zone.hashCode();
    }

    @Override
    public String toString() {
      return "SystemClock[" + zone + "]";
    }
  }
}
