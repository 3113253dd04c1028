package talpa.agent.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ContractsTest {
  /** Constants of all sorts, as the contracts have them. */
  @SuppressWarnings("unused") // read by reflection
  public static final class Sample {
    public static final String ID = "_id";
    public static final String NAME = "display_name";
    public static final String SAME = "Display_Name";
    public static final String ORDER = "name DESC";
    public static final String TYPE = "vnd.android.cursor.dir/x";
    public static final int NUMBER = 3;
    static final String HIDDEN = "hidden";
  }

  @Test
  void columnsArePublicNamesEachOnce() {
    assertEquals(Set.of("_id", "display_name"), Contracts.columns(List.of(Sample.class)));
  }

  @Test
  void caseDoesNotMatter() {
    assertTrue(Contracts.has(Set.of("allDay"), "ALLDAY"));
    assertFalse(Contracts.has(Set.of("allDay"), "all_day"));
  }

  @Test
  void contractsOfThePlatformNameWhatAppsAskFor() {
    assertHas(Contracts.CONTACTS, "display_name", "has_phone_number", "data1", "mimetype");
    assertHas(Contracts.CALLS, "number", "duration", "new");
    assertHas(Contracts.SMS, "address", "body", "thread_id", "snippet");
    assertHas(Contracts.EVENTS, "dtstart", "rrule", "begin", "endDay");
    assertHas(Contracts.MEDIA, "_data", "bucket_id", "duration", "album");
  }

  private static void assertHas(List<Class<?>> contracts, String... names) {
    Set<String> columns = Contracts.columns(contracts);
    Set<String> lower = new HashSet<>();
    columns.forEach(c -> lower.add(c.toLowerCase(Locale.ROOT)));
    assertEquals(columns.size(), lower.size(), "SQLite takes names of two cases for one");
    for (String name : names) {
      assertTrue(columns.contains(name), name);
    }
  }
}
