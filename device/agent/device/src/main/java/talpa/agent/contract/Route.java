package talpa.agent.contract;

import android.net.Uri;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a URI of a provider means.
 *
 * @param relation the table or view that is read
 * @param table the table that is written
 * @param where which of its rows, in SQL; the parameters come first in a selection
 * @param args the parameters of where
 * @param preset values that new rows have
 */
public record Route(
    String relation, String table, String where, List<String> args, Map<String, String> preset) {

  /** The kind of a row that is a sound of the system's, which no list of other files has. */
  private static final String SYSTEM_SOUND = "20";

  private static final String ITEM = "vnd.android.cursor.item/";

  /** A path of an authority; its groups are the parameters of where. */
  private record Rule(
      String authority,
      Pattern path,
      String relation,
      String table,
      String where,
      Map<String, String> preset) {}

  private static final List<Rule> RULES = new ArrayList<>();

  private static void rule(String authority, String path, String relation, String table) {
    rule(authority, path, relation, table, "1", Map.of());
  }

  private static void rule(
      String authority,
      String path,
      String relation,
      String table,
      String where,
      Map<String, String> preset) {
    RULES.add(new Rule(authority, Pattern.compile(path), relation, table, where, preset));
  }

  static {
    contacts();
    calendar();
    messages();
    media();
  }

  private static void contacts() {
    String a = "com.android.contacts";
    rule(a, "contacts(?:/strequent)?", "contacts", "raw_contacts");
    rule(a, "contacts/(\\d+)", "contacts", "raw_contacts", "_id=?", Map.of());
    rule(a, "contacts/lookup/([^/]+)(?:/\\d+)?", "contacts", "raw_contacts", "lookup=?", Map.of());
    String like = "display_name LIKE '%'||?||'%'";
    rule(a, "contacts/filter/(.*)", "contacts", "raw_contacts", like, Map.of());
    String own = "contact_id=?";
    rule(a, "contacts/(\\d+)/(?:data|entities)", "contact_data", "data", own, Map.of());
    String photo = "contact_id=? AND mimetype='" + ITEM + "photo'";
    rule(a, "contacts/(\\d+)/(?:photo|display_photo)", "contact_data", "data", photo, Map.of());
    String key = "lookup=?";
    String entities = "contacts/lookup/([^/]+)(?:/\\d+)?/(?:data|entities)";
    rule(a, entities, "contact_data", "data", key, Map.of());
    rule(a, "raw_contacts", "contacts", "raw_contacts");
    rule(a, "raw_contacts/(\\d+)", "contacts", "raw_contacts", "_id=?", Map.of());
    String raw = "raw_contact_id=?";
    rule(a, "raw_contacts/(\\d+)/(?:data|entity)", "contact_data", "data", raw, Map.of());
    rule(a, "data|raw_contact_entities", "contact_data", "data");
    rule(a, "data/(\\d+)", "contact_data", "data", "_id=?", Map.of());
    oldContacts();
    kind(a, "phones", "phone_v2");
    kind(a, "emails", "email_v2");
    kind(a, "postals", "postal-address_v2");
    rule(a, "data/emails/lookup/(.*)", "contact_data", "data", "data1=? COLLATE NOCASE", Map.of());
    rule(a, "phone_lookup/(.*)", "contact_data", "data", lookup("data1"), Map.of());
  }

  /** The contacts as before Android 2: the same rows, to be read only. */
  private static void oldContacts() {
    String a = "contacts";
    rule(a, "people", "old_people", "others");
    rule(a, "people/(\\d+)", "old_people", "others", "_id=?", Map.of());
    String like = "name LIKE '%'||?||'%'";
    rule(a, "people/filter/(.*)", "old_people", "others", like, Map.of());
    rule(a, "phones", "old_phones", "others");
    rule(a, "phones/(\\d+)", "old_phones", "others", "_id=?", Map.of());
    rule(a, "people/(\\d+)/phones", "old_phones", "others", "person=?", Map.of());
  }

  /** Data of one kind, which apps read by lists of their own. */
  private static void kind(String authority, String name, String type) {
    String is = "mimetype='" + ITEM + type + "'";
    Map<String, String> preset = Map.of("mimetype", ITEM + type);
    rule(authority, "data/" + name, "contact_data", "data", is, preset);
    rule(authority, "data/" + name + "/(\\d+)", "contact_data", "data", is + " AND _id=?", preset);
    String like = is + " AND display_name||' '||data1 LIKE '%'||?||'%'";
    rule(authority, "data/" + name + "/filter/(.*)", "contact_data", "data", like, preset);
  }

  /** Whether a number is the one that is looked for: the last seven digits count. */
  private static String lookup(String column) {
    String digits = column;
    for (String c : List.of(" ", "-", "(", ")")) {
      digits = "replace(" + digits + ",'" + c + "','')";
    }
    return "mimetype='" + ITEM + "phone_v2' AND substr(" + digits + ",-7)=?";
  }

  private static void calendar() {
    String a = "com.android.calendar";
    rule(a, "calendars", "calendars", "calendars");
    rule(a, "calendars/(\\d+)", "calendars", "calendars", "_id=?", Map.of());
    rule(a, "events", "calendar_events", "events");
    rule(a, "events/(\\d+)", "calendar_events", "events", "_id=?", Map.of());
    String during = "\"end\">=CAST(? AS INTEGER) AND begin<=CAST(? AS INTEGER)";
    rule(a, "instances/when/(-?\\d+)/(-?\\d+)", "calendar_events", "events", during, Map.of());
    String days = "endDay>=CAST(? AS INTEGER) AND startDay<=CAST(? AS INTEGER)";
    rule(a, "instances/whenbyday/(-?\\d+)/(-?\\d+)", "calendar_events", "events", days, Map.of());
    rule(a, "attendees", "guests", "guests", "method IS NULL", Map.of());
    rule(a, "attendees/(\\d+)", "guests", "guests", "_id=?", Map.of());
    rule(a, "reminders", "guests", "guests", "method IS NOT NULL", Map.of("method", "0"));
    rule(a, "reminders/(\\d+)", "guests", "guests", "_id=?", Map.of());
  }

  private static void messages() {
    Map<String, String> call = Map.of("new", "1", "date", "0", "duration", "0", "type", "1");
    rule("call_log", "calls", "calls", "calls", "1", call);
    rule("call_log", "calls/(\\d+)", "calls", "calls", "_id=?", Map.of());
    rule("call_log", "calls/filter/(.*)", "calls", "calls", "number=?", Map.of());
    rule("sms", "", "sms", "sms", "1", Map.of("type", "1", "read", "0", "seen", "0"));
    rule("sms", "(\\d+)", "sms", "sms", "_id=?", Map.of());
    String[] boxes = {"inbox", "sent", "draft", "outbox", "failed", "queued"};
    for (int i = 0; i < boxes.length; i++) {
      Map<String, String> preset = Map.of("type", String.valueOf(i + 1), "read", "1", "seen", "1");
      rule("sms", boxes[i], "sms", "sms", "type=" + (i + 1), preset);
      rule("sms", boxes[i] + "/(\\d+)", "sms", "sms", "_id=?", preset);
    }
    rule("sms", "conversations", "conversations", "sms");
    rule("mms-sms", "conversations", "conversations", "sms");
    rule("mms-sms", "canonical-addresses", "canonical_addresses", "sms");
    rule("mms-sms", "canonical-address/(\\d+)", "canonical_addresses", "sms", "_id=?", Map.of());
    rule("mms-sms", "conversations/(\\d+)", "sms", "sms", "thread_id=?", Map.of());
  }

  private static void media() {
    Map<String, String> kinds = Map.of("images", "1", "audio", "2", "video", "3");
    String volume = "(?:external|external_primary)/";
    kinds.forEach(
        (name, type) -> {
          String is = "media_type=" + type;
          String path = volume + name + "/media";
          Map<String, String> preset = Map.of("media_type", type);
          rule("media", path, "files", "files", is, preset);
          rule("media", path + "/(\\d+)", "files", "files", is + " AND _id=?", preset);
        });
    sounds();
    String own = "media_type<>" + SYSTEM_SOUND;
    rule("media", volume + "file", "files", "files", own, Map.of("media_type", "0"));
    rule("media", volume + "downloads", "files", "files", "_data LIKE '%/Download/%'", Map.of());
    String item = "_id=?";
    rule("media", volume + "(?:file|downloads)/(\\d+)", "files", "files", item, Map.of());
  }

  /** The system's own sounds, a volume of their own. */
  private static void sounds() {
    String is = "media_type=" + SYSTEM_SOUND;
    Map<String, String> preset = Map.of("media_type", SYSTEM_SOUND);
    rule("media", "internal/audio/media", "files", "files", is, preset);
    String item = is + " AND _id=?";
    rule("media", "internal/audio/media/(\\d+)", "files", "files", item, preset);
  }

  /** What a URI means; those without a rule are lists in the table "others". */
  public static Route of(Uri u) {
    String authority = String.valueOf(u.getAuthority());
    String path = String.join("/", u.getPathSegments());
    for (Rule r : RULES) {
      if (r.authority.equals(authority.equals("calendar") ? "com.android.calendar" : authority)) {
        Matcher m = r.path.matcher(path);
        if (m.matches()) {
          return new Route(r.relation, r.table, r.where, args(m, path), r.preset);
        }
      }
    }
    String last = String.valueOf(u.getLastPathSegment());
    boolean item = last.matches("\\d{1,9}");
    String list = authority + "/" + (item ? path.substring(0, path.lastIndexOf(last)) : path + "/");
    return new Route(
        "others",
        "others",
        item ? "talpa_list=? AND _id=?" : "talpa_list=?",
        item ? List.of(list, last) : List.of(list),
        Map.of("talpa_list", list));
  }

  private static List<String> args(Matcher m, String path) {
    List<String> args = new ArrayList<>();
    for (int i = 1; i <= m.groupCount(); i++) {
      args.add(path.startsWith("phone_lookup/") ? digits(m.group(i)) : m.group(i));
    }
    return args;
  }

  private static String digits(String number) {
    String d = number.replaceAll("[^0-9+*#]", "");
    return d.substring(Math.max(0, d.length() - 7));
  }
}
