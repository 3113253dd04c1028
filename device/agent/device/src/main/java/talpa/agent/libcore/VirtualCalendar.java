package talpa.agent.libcore;

import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

/** A calendar that is made at the virtual time, unless it is made for a date. */
public class VirtualCalendar extends GregorianCalendar {
  private static final long serialVersionUID = 1;

  /** GregorianCalendar's. */
  public VirtualCalendar() {
    setTimeInMillis(TimeCalls.currentTimeMillis());
  }

  /** GregorianCalendar's. */
  public VirtualCalendar(TimeZone zone) {
    super(zone);
    setTimeInMillis(TimeCalls.currentTimeMillis());
  }

  /** GregorianCalendar's. */
  public VirtualCalendar(Locale locale) {
    super(locale);
    setTimeInMillis(TimeCalls.currentTimeMillis());
  }

  /** GregorianCalendar's. */
  public VirtualCalendar(TimeZone zone, Locale locale) {
    super(zone, locale);
    setTimeInMillis(TimeCalls.currentTimeMillis());
  }

  /** GregorianCalendar's. */
  public VirtualCalendar(int year, int month, int day) {
    super(year, month, day);
  }

  /** GregorianCalendar's. */
  public VirtualCalendar(int year, int month, int day, int hour, int minute) {
    super(year, month, day, hour, minute);
  }

  /** GregorianCalendar's. */
  public VirtualCalendar(int year, int month, int day, int hour, int minute, int second) {
    super(year, month, day, hour, minute, second);
  }
}
