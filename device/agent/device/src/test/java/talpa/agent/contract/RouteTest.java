package talpa.agent.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import android.net.Uri;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RouteTest {
  private static Route of(String rest) {
    return Route.of(Uri.parse("content://" + rest));
  }

  /** What a URI reads, which rows, and by which parameters. */
  private static void reads(String uri, String relation, String where, String... args) {
    Route r = of(uri);
    assertEquals(relation, r.relation(), uri);
    assertEquals(where, r.where(), uri);
    assertEquals(List.of(args), r.args(), uri);
  }

  @Test
  void contactsAreFoundByNumberKeyAndName() {
    reads("com.android.contacts/contacts", "contacts", "1");
    reads("com.android.contacts/contacts/strequent", "contacts", "1");
    reads("com.android.contacts/contacts/7", "contacts", "_id=?", "7");
    reads("com.android.contacts/contacts/lookup/0r1-2A/7", "contacts", "lookup=?", "0r1-2A");
    reads(
        "com.android.contacts/contacts/filter/a%20%27b",
        "contacts", "display_name LIKE '%'||?||'%'", "a 'b");
    reads("com.android.contacts/contacts/7/data", "contact_data", "contact_id=?", "7");
    reads("com.android.contacts/raw_contacts/7/entity", "contact_data", "raw_contact_id=?", "7");
  }

  @Test
  void dataOfAKindHasItsTypeWhenItIsWritten() {
    Route phones = of("com.android.contacts/data/phones");
    assertEquals("data", phones.table());
    assertEquals(Map.of("mimetype", "vnd.android.cursor.item/phone_v2"), phones.preset());
    assertEquals("mimetype='vnd.android.cursor.item/phone_v2'", phones.where());
    assertEquals(Map.of(), of("com.android.contacts/data").preset());
  }

  @Test
  void aCallerIsFoundByTheLastSevenDigits() {
    looksUp("com.android.contacts/phone_lookup/%2B1%20(555)%200100", "5550100");
    looksUp("com.android.contacts/phone_lookup/100", "100");
    looksUp("com.android.contacts/phone_lookup/call%20me", "");
  }

  private static void looksUp(String uri, String digits) {
    assertEquals(List.of(digits), of(uri).args(), uri);
  }

  @Test
  void theCalendarHasTwoNamesAndTimesOfBothSigns() {
    reads("com.android.calendar/events/3", "calendar_events", "_id=?", "3");
    reads("calendar/events/3", "calendar_events", "_id=?", "3");
    reads(
        "com.android.calendar/instances/when/-5/10",
        "calendar_events",
        "\"end\">=CAST(? AS INTEGER) AND begin<=CAST(? AS INTEGER)",
        "-5",
        "10");
    assertEquals(Map.of("method", "0"), of("com.android.calendar/reminders").preset());
  }

  @Test
  void aMessageIsInTheBoxOfItsType() {
    reads("sms", "sms", "1");
    reads("sms/4", "sms", "_id=?", "4");
    Set<String> types = new HashSet<>();
    for (String box : List.of("inbox", "sent", "draft", "outbox", "failed", "queued")) {
      Route r = of("sms/" + box);
      assertEquals("type=" + r.preset().get("type"), r.where(), box);
      types.add(r.where());
    }
    assertEquals(6, types.size());
    reads("mms-sms/conversations/9", "sms", "thread_id=?", "9");
  }

  @Test
  void mediaAreOfTheirKindOnEachVolume() {
    for (String volume : List.of("external", "external_primary")) {
      reads("media/" + volume + "/images/media/5", "files", "media_type=1 AND _id=?", "5");
      reads("media/" + volume + "/audio/media", "files", "media_type=2");
      reads("media/" + volume + "/video/media", "files", "media_type=3");
      reads("media/" + volume + "/file/5", "files", "_id=?", "5");
    }
  }

  @Test
  void dataIsFoundByItsKindItsContactAndItsWords() {
    String phone = "mimetype='vnd.android.cursor.item/phone_v2'";
    String mail = "mimetype='vnd.android.cursor.item/email_v2'";
    String photo = "contact_id=? AND mimetype='vnd.android.cursor.item/photo'";
    String a = "com.android.contacts/";
    reads(a + "data", "contact_data", "1");
    reads(a + "data/5", "contact_data", "_id=?", "5");
    reads(a + "data/phones/5", "contact_data", phone + " AND _id=?", "5");
    reads(
        a + "data/emails/filter/ada",
        "contact_data",
        mail + " AND display_name||' '||data1 LIKE '%'||?||'%'",
        "ada");
    reads(a + "data/emails/lookup/A@b.c", "contact_data", "data1=? COLLATE NOCASE", "A@b.c");
    reads(a + "contacts/3/photo", "contact_data", photo, "3");
    reads(a + "contacts/3/entities", "contact_data", "contact_id=?", "3");
    reads(a + "contacts/lookup/0r3/3/data", "contact_data", "lookup=?", "0r3");
    reads(a + "raw_contacts/3", "contacts", "_id=?", "3");
  }

  @Test
  void peopleOfAndroid1AreReadOnlyViews() {
    reads("contacts/people", "old_people", "1");
    reads("contacts/people/3", "old_people", "_id=?", "3");
    reads("contacts/people/3/phones", "old_phones", "person=?", "3");
    reads("contacts/people/filter/ada", "old_people", "name LIKE '%'||?||'%'", "ada");
    assertEquals("others", of("contacts/people").table());
  }

  @Test
  void callsAndGuestsHaveTheValuesOfNewOnes() {
    assertEquals("1", of("call_log/calls").preset().get("new"));
    reads("call_log/calls/8", "calls", "_id=?", "8");
    reads("call_log/calls/filter/%2B123", "calls", "number=?", "+123");
    reads("com.android.calendar/attendees", "guests", "method IS NULL");
    reads("com.android.calendar/reminders", "guests", "method IS NOT NULL");
    reads(
        "com.android.calendar/instances/whenbyday/2459000/2459001",
        "calendar_events",
        "endDay>=CAST(? AS INTEGER) AND startDay<=CAST(? AS INTEGER)",
        "2459000",
        "2459001");
    reads("mms-sms/conversations", "conversations", "1");
    reads("sms/inbox/4", "sms", "_id=?", "4");
    reads("media/external/downloads", "files", "_data LIKE '%/Download/%'");
    reads("media/internal/images/media", "others", "talpa_list=?", "media/internal/images/media/");
  }

  @Test
  void whatHasNoRuleIsAListOfItsOwn() {
    reads("some.app/a/b", "others", "talpa_list=?", "some.app/a/b/");
    reads("some.app/a/b/12", "others", "talpa_list=? AND _id=?", "some.app/a/b/", "12");
    reads("some.app", "others", "talpa_list=?", "some.app//");
    reads("some.app/a/1234567890", "others", "talpa_list=?", "some.app/a/1234567890/");
    assertEquals(Map.of("talpa_list", "some.app/a/"), of("some.app/a/3").preset());
  }

  @Test
  void noPartOfAUriBecomesSql() {
    for (String path :
        List.of("contacts/filter/", "contacts/lookup/", "data/emails/lookup/", "phone_lookup/")) {
      Route r = of("com.android.contacts/" + path + "x'%20OR%201=1%20--");
      assertFalse(r.where().contains("1=1"), path);
    }
    assertFalse(of("evil'app/x'y/3").where().contains("'"));
  }
}
