package talpa.agent.platform;

import com.android.i18n.timezone.ZoneInfoData;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/**
 * Time zones for {@code android.text.format.Time}: its file is the device's, its contents those of
 * the JDK's rules up to the year 2100.
 */
@Implements(className = "com.android.i18n.timezone.ZoneInfoDb", isInAndroidSdk = false)
public class ZoneInfoDbShadow {
  private static final Instant END = Instant.parse("2100-01-01T00:00:00Z");

  /** The zone's transitions, or null if there is no such zone. */
  @Implementation
  protected ZoneInfoData makeZoneInfoData(String id) {
    ZoneRules rules;
    try {
      rules = ZoneId.of(id, ZoneId.SHORT_IDS).getRules();
    } catch (DateTimeException e) {
      return null;
    }
    List<ZoneOffsetTransition> all = new ArrayList<>();
    ZoneOffsetTransition t = rules.nextTransition(Instant.MIN);
    while (t != null && t.getInstant().isBefore(END)) {
      all.add(t);
      t = rules.nextTransition(t.getInstant());
    }
    return data(id, rules, all);
  }

  /** One type for each pair of offset and daylight time, the type before all transitions first. */
  private static ZoneInfoData data(String id, ZoneRules rules, List<ZoneOffsetTransition> all) {
    List<List<Object>> types = new ArrayList<>();
    types.add(type(rules, all.isEmpty() ? Instant.EPOCH : all.get(0).getInstant().minusSeconds(1)));
    long[] at = new long[all.size()];
    byte[] index = new byte[all.size()];
    for (int i = 0; i < at.length; i++) {
      Instant when = all.get(i).getInstant();
      List<Object> type = type(rules, when);
      if (!types.contains(type)) {
        types.add(type);
      }
      at[i] = when.getEpochSecond();
      index[i] = (byte) types.indexOf(type);
    }
    int[] offsets = new int[types.size()];
    boolean[] daylight = new boolean[types.size()];
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = ((ZoneOffset) types.get(i).get(0)).getTotalSeconds();
      daylight[i] = (Boolean) types.get(i).get(1);
    }
    return ZoneInfoData.createInstance(id, at, index, offsets, daylight);
  }

  private static List<Object> type(ZoneRules rules, Instant at) {
    return List.of(rules.getOffset(at), rules.isDaylightSavings(at));
  }

  /** Whether there is such a zone. */
  @Implementation
  protected boolean hasTimeZone(String id) {
    return List.of(TimeZone.getAvailableIDs()).contains(id);
  }

  /** All zones. */
  @Implementation
  protected String[] getAvailableIDs() {
    return TimeZone.getAvailableIDs();
  }

  /** The zones with that offset, in milliseconds. */
  @Implementation
  protected String[] getAvailableIDs(int rawUtcOffset) {
    return TimeZone.getAvailableIDs(rawUtcOffset);
  }
}
