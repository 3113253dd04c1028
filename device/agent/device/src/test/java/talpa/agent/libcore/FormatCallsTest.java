package talpa.agent.libcore;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormatCallsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "cccc d|Monday 15",
        "yyyy-MM-dd|2024-01-15",
        "'cc' c|cc Mon",
        "HH:mm ZZZZZ|10:00 Z",
        "HH:mm Z|10:00 +0000",
      })
  void dates(String pattern, String want) {
    SimpleDateFormat f = new SimpleDateFormat(FormatCalls.datePattern(pattern), Locale.US);
    f.setTimeZone(TimeZone.getTimeZone("UTC"));
    assertEquals(want, f.format(new Date(1_705_312_800_000L)));
  }

  @ParameterizedTest
  @CsvSource({"@@#,1.235", "0.0,1.2", "@,1.235"})
  void numbers(String pattern, String want) {
    DecimalFormatSymbols s = DecimalFormatSymbols.getInstance(Locale.US);
    assertEquals(want, new DecimalFormat(FormatCalls.numberPattern(pattern), s).format(1.2346));
  }
}
