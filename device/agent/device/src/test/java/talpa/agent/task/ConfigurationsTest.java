package talpa.agent.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationsTest {
  @ParameterizedTest
  @CsvSource({"de,de", "de-DE,de-rDE", "pt_BR,pt-rBR"})
  void localesBecomeResourceQualifiers(String tag, String qualifier) {
    assertEquals(qualifier, Configurations.localeQualifier(tag));
  }
}
