package talpa.agent.content;

import android.net.Uri;
import android.provider.CallLog.Calls;
import java.util.List;

/** The MIME types of the system providers' addresses, by which other apps are found for them. */
final class AddressTypes {
  private static final String LIST = "vnd.android.cursor.dir/";
  private static final String ITEM = "vnd.android.cursor.item/";

  private AddressTypes() {}

  /** The type of an address, or null. Those of media are told by their rows. */
  static String of(Uri u) {
    String authority = String.valueOf(u.getAuthority());
    List<String> path = u.getPathSegments();
    String list = path.isEmpty() ? "" : path.get(0);
    boolean one = path.size() == 2 && path.get(1).matches("\\d+");
    return switch (authority) {
      case "com.android.calendar", "calendar" -> calendar(list, one);
      case "call_log" ->
          list.equals("calls") ? one ? Calls.CONTENT_ITEM_TYPE : Calls.CONTENT_TYPE : null;
      case "sms" -> message(list, path.size());
      case "mms-sms" -> "vnd.android-dir/mms-sms";
      default -> authority.contains("contacts") ? contact(u) : null;
    };
  }

  private static String calendar(String list, boolean one) {
    return switch (list) {
      case "events" -> (one ? ITEM : LIST) + "event";
      case "reminders" -> (one ? ITEM : LIST) + "reminder";
      case "instances" -> LIST + "event-instance";
      case "time" -> "time/epoch";
      default -> null; // of calendars and attendees the provider knows no type
    };
  }

  private static String message(String first, int segments) {
    return switch (segments) {
      case 0 -> LIST + "sms";
      case 1 -> (first.matches("\\d+") ? ITEM : LIST) + "sms";
      default -> ITEM + (first.equals("conversations") ? "sms-chat" : "sms");
    };
  }

  /** The types of the contacts provider, of today and of before Android 2. */
  private static String contact(Uri u) {
    String path = String.valueOf(u.getPath());
    boolean one = path.matches(".*/\\d+$");
    String kind = "contact";
    for (String segment : u.getPathSegments()) {
      kind =
          switch (segment) {
            case "people" -> "person";
            case "phones" -> path.contains("data") ? "phone_v2" : "phone";
            case "contact_methods" -> "contact-methods";
            case "emails" -> "email_v2";
            case "postals" -> "postal-address_v2";
            default -> kind;
          };
    }
    return "vnd.android.cursor." + (one || path.contains("lookup/") ? "item/" : "dir/") + kind;
  }
}
