package talpa.agent.world;

import android.Manifest;
import android.content.Intent;
import android.provider.Telephony;
import android.telephony.PhoneNumberUtils;
import com.android.internal.telephony.EncodeException;
import com.android.internal.telephony.GsmAlphabet;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import talpa.agent.clock.Clock;
import talpa.agent.permit.Grants;
import talpa.agent.wire.Params;

/**
 * Text messages that arrive, as 3GPP TS 23.040 has them on the air (SMS-DELIVER). An ordered
 * broadcast brings them to receivers of apps that hold RECEIVE_SMS; that it is in the inbox too is
 * the front's business.
 */
final class Messages {
  /** Octets and septets of one message; those of a part of a longer one. */
  private static final int UCS2_CHARS = 70;

  private static final int GSM_SEPTETS = 160;
  private static final int UCS2_PART = 67;
  private static final int GSM_PART = 150; // no escape is cut in two at any length below 153

  private static final int DELIVER = 0x04; // and no more messages wait
  private static final int HAS_HEADER = 0x40;
  private static final int NATIONAL = 0x81;
  private static final int ALPHANUMERIC = 0xD0;
  private static final int CODING_UCS2 = 0x08;
  private static final int QUARTER_MINUTES = 15;
  private static final int CENTURY = 100;

  private Messages() {}

  /** The wire method: "from" is a number or a name, "text" what it says. */
  static Object arrive(Params p) {
    String from = p.string("from", "");
    String text = p.string("text", "");
    return SurroundingsModule.later(() -> tell(from, text));
  }

  private static void tell(String from, String text) {
    if (!Grants.held(Manifest.permission.RECEIVE_SMS)) {
      return;
    }
    Intent i =
        new Intent(Telephony.Sms.Intents.SMS_RECEIVED_ACTION)
            .putExtra("pdus", pdus(from, text, Clock.wallMillis()))
            .putExtra("format", "3gpp")
            .putExtra("messageId", 1L)
            .putExtra("subscription", 1)
            .putExtra("android.telephony.extra.SUBSCRIPTION_INDEX", 1)
            .putExtra("phone", 0)
            .putExtra("android.telephony.extra.SLOT_INDEX", 0);
    SurroundingsModule.broadcastOrdered(i);
  }

  /** The message in as many parts as it takes. */
  static byte[][] pdus(String from, String text, long millis) {
    boolean gsm = GsmAlphabet.countGsmSeptets(text, false) != null;
    int whole = gsm ? GSM_SEPTETS : UCS2_CHARS;
    int length = gsm ? GsmAlphabet.countGsmSeptets(text, false).codeUnitCount : text.length();
    if (length <= whole) {
      return new byte[][] {pdu(from, text, gsm, millis, null)};
    }
    int part = gsm ? GSM_PART / 2 : UCS2_PART; // a character takes up to two septets
    int count = (text.length() + part - 1) / part;
    byte[][] all = new byte[count][];
    for (int n = 0; n < count; n++) {
      String piece = text.substring(n * part, Math.min(text.length(), (n + 1) * part));
      byte[] header = {0, 3, 1, (byte) count, (byte) (n + 1)};
      all[n] = pdu(from, piece, gsm, millis, header);
    }
    return all;
  }

  private static byte[] pdu(String from, String text, boolean gsm, long millis, byte[] header) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(0); // no service centre
    out.write(header == null ? DELIVER : DELIVER | HAS_HEADER);
    address(out, from);
    out.write(0); // protocol
    out.write(gsm ? 0 : CODING_UCS2);
    time(out, millis);
    try {
      byte[] body = gsm ? GsmAlphabet.stringToGsm7BitPackedWithHeader(text, header) : null;
      if (body == null) {
        body = ucs2(text, header);
      }
      out.writeBytes(body);
    } catch (EncodeException e) {
      throw new IllegalStateException(e); // the length was counted by the same alphabet
    }
    return out.toByteArray();
  }

  /** The length in octets, the header with its length, and the text. */
  private static byte[] ucs2(String text, byte[] header) {
    byte[] chars = text.getBytes(StandardCharsets.UTF_16BE);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(chars.length + (header == null ? 0 : header.length + 1));
    if (header != null) {
      out.write(header.length);
      out.writeBytes(header);
    }
    out.writeBytes(chars);
    return out.toByteArray();
  }

  /** A number by its digits, or a name in the alphabet of GSM. */
  private static void address(ByteArrayOutputStream out, String from) {
    String digits = from.startsWith("+") ? from.substring(1) : from;
    if (digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      out.write(digits.length());
      if (digits.isEmpty()) {
        out.write(NATIONAL);
      } else {
        out.writeBytes(PhoneNumberUtils.networkPortionToCalledPartyBCD(from)); // its type first
      }
      return;
    }
    try {
      byte[] packed = GsmAlphabet.stringToGsm7BitPacked(from); // its first byte counts septets
      out.write((packed.length - 1) * 2);
      out.write(ALPHANUMERIC);
      out.write(packed, 1, packed.length - 1);
    } catch (EncodeException e) {
      out.write(0); // a name that no centre could send: nobody
      out.write(NATIONAL);
    }
  }

  private static void time(ByteArrayOutputStream out, long millis) {
    ZonedDateTime t = Instant.ofEpochMilli(millis).atZone(ZoneOffset.systemDefault());
    int quarters = t.getOffset().getTotalSeconds() / 60 / QUARTER_MINUTES;
    for (int v :
        new int[] {
          t.getYear() % CENTURY,
          t.getMonthValue(),
          t.getDayOfMonth(),
          t.getHour(),
          t.getMinute(),
          t.getSecond()
        }) {
      out.write(swapped(v));
    }
    out.write(quarters < 0 ? swapped(-quarters) | 0x08 : swapped(quarters));
  }

  /** Two decimal digits, the lower one first. */
  private static int swapped(int v) {
    return v % 10 << 4 | v / 10;
  }
}
