package talpa.agent.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntryTest {
  @ParameterizedTest
  @CsvSource({
    "https://localhost, https://localhost/",
    "HTTP://example.org:80, HTTP://example.org:80/",
    "http://example.org?a=b, http://example.org/?a=b",
    "http://example.org#top, http://example.org/#top",
    "http://example.org/, http://example.org/",
    "http://example.org/a?b, http://example.org/a?b",
    "file:///android_asset, file:///android_asset",
    "about:blank, about:blank"
  })
  void aHostAloneMeansItsRoot(String asked, String told) {
    assertEquals(told, Entry.of(asked).url());
  }
}
