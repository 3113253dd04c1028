package talpa.agent.nfc;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.nfc.INfcTag;
import android.nfc.NdefMessage;
import android.nfc.Tag;
import android.nfc.tech.IsoDep;
import android.nfc.tech.MifareUltralight;
import android.nfc.tech.Ndef;
import android.nfc.tech.NfcA;
import android.nfc.tech.TagTechnology;
import android.os.Build;
import android.os.Bundle;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.robolectric.util.reflector.Constructor;
import org.robolectric.util.reflector.ForType;
import talpa.agent.bridge.Platform;

/**
 * A chip that is held to the phone: an NTAG213 with or without a message, a card that speaks ISO
 * 14443-4, or a Mifare Classic. It answers what its data sheet says, with nothing on it but the
 * message.
 */
final class Chip {
  private static final int PAGE = 4;
  private static final int PAGES = 45;
  private static final int FIRST_PAGE = 4; // of the data
  private static final int READ_PAGES = 4; // that a read gives
  private static final int BLOCK = 16;
  private static final int MAX_MESSAGE = 137; // the data, less two bytes before and one behind

  private static final byte READ = 0x30;
  private static final byte WRITE = (byte) 0xA2;
  private static final byte VERSION = 0x60;
  private static final byte ACK = 0x0A;
  private static final byte AUTH_A = 0x60;
  private static final byte AUTH_B = 0x61;
  private static final byte WRITE_BLOCK = (byte) 0xA0;
  private static final byte[] NTAG213 = {0, 4, 4, 2, 1, 0, 0x0F, 3};
  private static final byte[] NO_SUCH_FILE = {0x6A, (byte) 0x82};
  private static final int KEY = 6; // bytes, at the end of what asks for authentication

  private final byte[] id;
  private final int[] techs;
  private NdefMessage message;

  private Chip(byte[] id, NdefMessage message, int... techs) {
    this.id = id;
    this.message = message;
    this.techs = techs;
  }

  /** A tag that is formatted for messages; null is none. */
  static Chip ndef(NdefMessage message) {
    return new Chip(
        id(1), message, TagTechnology.NFC_A, TagTechnology.MIFARE_ULTRALIGHT, TagTechnology.NDEF);
  }

  /** A tag as it comes from the factory. */
  static Chip unformatted() {
    return new Chip(
        id(2),
        null,
        TagTechnology.NFC_A,
        TagTechnology.MIFARE_ULTRALIGHT,
        TagTechnology.NDEF_FORMATABLE);
  }

  /** A card without any application. */
  static Chip card() {
    return new Chip(new byte[] {8, 1, 2, 3}, null, TagTechnology.ISO_DEP, TagTechnology.NFC_A);
  }

  /** A Mifare Classic with the keys of the factory. */
  static Chip classic() {
    return new Chip(
        new byte[] {4, 1, 2, 4}, null, TagTechnology.NFC_A, TagTechnology.MIFARE_CLASSIC);
  }

  private static byte[] id(int last) {
    return new byte[] {4, 0x5A, 0x11, (byte) 0xC2, 0x33, 0x10, (byte) last};
  }

  boolean has(int tech) {
    return Arrays.stream(techs).anyMatch(t -> t == tech);
  }

  NdefMessage message() {
    return message;
  }

  /** Puts a message on it, which formats it; false if it does not fit. */
  boolean write(NdefMessage m) {
    if (m.getByteArrayLength() > MAX_MESSAGE) {
      return false;
    }
    message = m;
    return true;
  }

  int[] techs() {
    return techs.clone();
  }

  /** What the app gets of it; who asks to skip that is not told of messages. */
  Tag tag(int handle, long cookie, TagService service, boolean skipNdef) {
    List<Integer> kept = new ArrayList<>();
    List<Bundle> extras = new ArrayList<>();
    for (int t : techs) {
      if (!skipNdef || t != TagTechnology.NDEF && t != TagTechnology.NDEF_FORMATABLE) {
        kept.add(t);
        extras.add(extra(t));
      }
    }
    int[] list = kept.stream().mapToInt(Integer::intValue).toArray();
    Bundle[] more = extras.toArray(new Bundle[0]);
    return Platform.has(Build.VERSION_CODES.UPSIDE_DOWN_CAKE)
        ? new Tag(id.clone(), list, more, handle, cookie, service)
        : reflector(Eleven.class).create(id.clone(), list, more, handle, service);
  }

  /** A tag as it was on Android 11. */
  @ForType(Tag.class)
  interface Eleven {
    @Constructor
    Tag create(byte[] id, int[] techs, Bundle[] extras, int handle, INfcTag service);
  }

  private Bundle extra(int tech) {
    Bundle b = new Bundle();
    switch (tech) {
      case TagTechnology.NFC_A -> {
        b.putShort(NfcA.EXTRA_SAK, sak());
        b.putByteArray(NfcA.EXTRA_ATQA, new byte[] {0x44, 0});
      }
      case TagTechnology.NDEF -> {
        b.putParcelable(Ndef.EXTRA_NDEF_MSG, message);
        b.putInt(Ndef.EXTRA_NDEF_MAXLENGTH, MAX_MESSAGE);
        b.putInt(Ndef.EXTRA_NDEF_CARDSTATE, Ndef.NDEF_MODE_READ_WRITE);
        b.putInt(Ndef.EXTRA_NDEF_TYPE, Ndef.TYPE_2);
      }
      case TagTechnology.ISO_DEP -> {
        b.putByteArray(IsoDep.EXTRA_HIST_BYTES, new byte[] {(byte) 0x80});
        b.putByteArray(IsoDep.EXTRA_HI_LAYER_RESP, null);
      }
      case TagTechnology.MIFARE_ULTRALIGHT -> b.putBoolean(MifareUltralight.EXTRA_IS_UL_C, false);
      default -> {}
    }
    return b;
  }

  private short sak() {
    return (short) (has(TagTechnology.ISO_DEP) ? 0x20 : has(TagTechnology.MIFARE_CLASSIC) ? 8 : 0);
  }

  /** What it answers to a command; null is nothing. */
  byte[] answer(byte[] command) {
    if (command.length == 0) {
      return null;
    }
    if (has(TagTechnology.ISO_DEP)) {
      return NO_SUCH_FILE.clone();
    }
    return has(TagTechnology.MIFARE_CLASSIC) ? block(command) : page(command);
  }

  /** A Mifare Classic: its blocks are empty, and its keys those of the factory. */
  private static byte[] block(byte[] command) {
    return switch (command[0]) {
      case AUTH_A, AUTH_B -> factoryKey(command) ? new byte[0] : null;
      case READ -> new byte[BLOCK];
      case WRITE_BLOCK -> new byte[0];
      default -> null;
    };
  }

  private static boolean factoryKey(byte[] command) {
    for (int i = Math.max(0, command.length - KEY); i < command.length; i++) {
      if (command[i] != (byte) 0xFF) {
        return false;
      }
    }
    return true;
  }

  private byte[] page(byte[] command) {
    int number = command.length > 1 ? command[1] & 0xFF : PAGES;
    return switch (command[0]) {
      case VERSION -> NTAG213.clone();
      case READ ->
          number < PAGES
              ? Arrays.copyOfRange(memory(), number * PAGE, (number + READ_PAGES) * PAGE)
              : null;
      case WRITE -> number >= FIRST_PAGE && number < PAGES ? new byte[] {ACK} : null;
      default -> null;
    };
  }

  /** Its number, what it can do, and the message; reads over the end begin anew on the chip. */
  private byte[] memory() {
    ByteBuffer b = ByteBuffer.allocate((PAGES + READ_PAGES) * PAGE);
    b.put(id, 0, 3).put((byte) (0x88 ^ id[0] ^ id[1] ^ id[2]));
    b.put(id, 3, 4).put((byte) (id[3] ^ id[4] ^ id[5] ^ id[6])).put(new byte[3]);
    if (has(TagTechnology.NDEF)) {
      byte[] m = message == null ? new byte[0] : message.toByteArray();
      b.put(new byte[] {(byte) 0xE1, 0x10, 0x12, 0}).put((byte) 3).put((byte) m.length);
      b.put(m).put((byte) 0xFE);
    }
    return b.array();
  }
}
