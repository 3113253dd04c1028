package talpa.agent.world;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.OptionalDouble;

/** Sentences of NMEA 0183 as a receiver writes them. */
final class Sentences {
  private static final int MINUTES = 60;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HHmmss").withZone(ZoneOffset.UTC);

  private Sentences() {}

  /**
   * The fix sentence, "$GPGGA", with its checksum.
   *
   * @param latitude in degrees, as the longitude; the altitude in metres
   */
  static String fix(
      long millis, double latitude, double longitude, OptionalDouble altitude, int satellites) {
    String body =
        String.format(
            Locale.ROOT,
            "GPGGA,%s.00,%s,%s,%s,%s,1,%02d,1.0,%s,M,0.0,M,,",
            TIME.format(Instant.ofEpochMilli(millis)),
            angle(latitude, 2),
            latitude < 0 ? "S" : "N",
            angle(longitude, 3),
            longitude < 0 ? "W" : "E",
            satellites,
            altitude.isPresent() ? String.format(Locale.ROOT, "%.1f", altitude.getAsDouble()) : "");
    int sum = body.chars().reduce(0, (a, b) -> a ^ b);
    return String.format(Locale.ROOT, "$%s*%02X", body, sum);
  }

  /** An angle in degrees, with so many digits, and minutes, without a sign. */
  private static String angle(double degrees, int digits) {
    long tenThousandths = Math.round(Math.abs(degrees) * MINUTES * 10_000);
    long whole = tenThousandths / (MINUTES * 10_000L);
    double minutes = tenThousandths % (MINUTES * 10_000L) / 10_000.0;
    return String.format(Locale.ROOT, "%0" + digits + "d%07.4f", whole, minutes);
  }
}
