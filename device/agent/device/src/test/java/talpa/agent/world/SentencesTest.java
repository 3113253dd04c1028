package talpa.agent.world;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** A parser of NMEA reads what a fix says. */
class SentencesTest {
  private static final long NOON = 1_705_320_000_000L; // 12:00:00 UTC

  @Test
  void fixHasDegreesAndMinutes() {
    assertEquals(
        "$GPGGA,120000.00,5954.6000,N,01045.0000,E,1,08,1.0,12.0,M,0.0,M,,*6E",
        Sentences.fix(NOON, 59.91, 10.75, OptionalDouble.of(12), 8));
  }

  @Test
  void southAndWestHaveNoSign() {
    assertEquals(
        "$GPGGA,120000.00,9000.0000,S,18000.0000,W,1,00,1.0,,M,0.0,M,,*7F",
        Sentences.fix(NOON, -90, -180, OptionalDouble.empty(), 0));
  }

  @Test
  void minutesNeverReachSixty() {
    assertEquals(
        "$GPGGA,120000.00,0200.0000,N,00000.0000,E,1,08,1.0,,M,0.0,M,,*7A",
        Sentences.fix(NOON, 1.99999999, 0, OptionalDouble.empty(), 8));
  }

  /** The sum of NMEA 0183: of all between the dollar and the star, by exclusive or. */
  @Test
  void everySentenceHasItsSum() {
    for (double angle : new double[] {0, 0.00001, 12.3456789, -45.5, 89.999999}) {
      String s = Sentences.fix(NOON, angle, -angle, OptionalDouble.of(-3.25), 12);
      int star = s.indexOf('*');
      int sum = s.substring(1, star).chars().reduce(0, (a, b) -> a ^ b);
      assertEquals(String.format("%02X", sum), s.substring(star + 1), s);
      assertEquals(15, s.split(",", -1).length, s);
    }
  }
}
