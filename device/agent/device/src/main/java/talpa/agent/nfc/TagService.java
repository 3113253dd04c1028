package talpa.agent.nfc;

import android.nfc.ErrorCodes;
import android.nfc.INfcTag;
import android.nfc.NdefMessage;
import android.nfc.Tag;
import android.nfc.TransceiveResult;
import android.nfc.tech.TagTechnology;
import android.os.SystemClock;
import talpa.agent.process.Behavior;

/** The system's side of a tag: what the app asks of the chip that is held to the phone. */
final class TagService extends INfcTag.Stub {
  /** The system asks a tag so often whether it is still there, and knows no sooner that not. */
  private static final long PRESENCE_MS = 125;

  private static final int LONGEST = 253; // bytes of a command
  private static final int LONGEST_ISO = 261;
  private static final int TIMEOUT_MS = 618;

  private Chip chip;
  private int handle;
  private long cookie;
  private long lostAt = -1;

  TagService() {}

  /** A chip comes near, in the place of the one before. */
  synchronized Tag come(Chip c, boolean skipNdef) {
    chip = c;
    lostAt = -1;
    handle++;
    cookie = SystemClock.elapsedRealtime() * 31 + handle;
    return c.tag(handle, cookie, this, skipNdef);
  }

  /** The chip goes. */
  synchronized void lose() {
    lostAt = lostAt < 0 ? SystemClock.elapsedRealtime() : lostAt;
  }

  private synchronized boolean there(int of) {
    NfcService.permit();
    return chip != null && lostAt < 0 && of == handle;
  }

  /** A tag that went is out of date as soon as the system has noticed it. */
  @Override
  public synchronized boolean isTagUpToDate(long of) {
    if (!Behavior.has("tags-out-of-date")) {
      return true;
    }
    return of == cookie && (lostAt < 0 || SystemClock.elapsedRealtime() - lostAt < PRESENCE_MS);
  }

  @Override
  public int connect(int of, int tech) {
    if (!there(of)) {
      return ErrorCodes.ERROR_DISCONNECT;
    }
    return chip.has(tech) ? ErrorCodes.SUCCESS : ErrorCodes.ERROR_INVALID_PARAM;
  }

  @Override
  public int reconnect(int of) {
    return there(of) ? ErrorCodes.SUCCESS : ErrorCodes.ERROR_DISCONNECT;
  }

  @Override
  public int[] getTechList(int of) {
    return there(of) ? chip.techs() : null;
  }

  @Override
  public boolean isNdef(int of) {
    return there(of) && (chip.has(TagTechnology.NDEF) || chip.message() != null);
  }

  @Override
  public boolean isPresent(int of) {
    return there(of);
  }

  @Override
  public TransceiveResult transceive(int of, byte[] data, boolean raw) {
    if (data.length > getMaxTransceiveLength(raw ? TagTechnology.NFC_A : TagTechnology.ISO_DEP)) {
      return new TransceiveResult(TransceiveResult.RESULT_EXCEEDED_LENGTH, null);
    }
    if (!there(of)) {
      return new TransceiveResult(TransceiveResult.RESULT_TAGLOST, null);
    }
    byte[] answer = chip.answer(data);
    return answer == null
        ? new TransceiveResult(TransceiveResult.RESULT_FAILURE, null)
        : new TransceiveResult(TransceiveResult.RESULT_SUCCESS, answer);
  }

  @Override
  public NdefMessage ndefRead(int of) {
    return there(of) ? chip.message() : null;
  }

  @Override
  public int ndefWrite(int of, NdefMessage m) {
    if (m == null) {
      return ErrorCodes.ERROR_INVALID_PARAM;
    }
    return there(of) && chip.write(m) ? ErrorCodes.SUCCESS : ErrorCodes.ERROR_IO;
  }

  @Override
  public int ndefMakeReadOnly(int of) {
    return there(of) ? ErrorCodes.SUCCESS : ErrorCodes.ERROR_IO;
  }

  @Override
  public boolean ndefIsWritable(int of) {
    return there(of);
  }

  @Override
  public int formatNdef(int of, byte[] key) {
    boolean can = there(of) && chip.has(TagTechnology.NDEF_FORMATABLE);
    return can && chip.write(Messages.EMPTY) ? ErrorCodes.SUCCESS : ErrorCodes.ERROR_IO;
  }

  @Override
  public synchronized Tag rediscover(int of) {
    return there(of) ? chip.tag(handle, cookie, this, false) : null;
  }

  @Override
  public int setTimeout(int tech, int ms) {
    return ErrorCodes.SUCCESS;
  }

  @Override
  public int getTimeout(int tech) {
    return TIMEOUT_MS;
  }

  @Override
  public void resetTimeouts() {}

  @Override
  public boolean canMakeReadOnly(int type) {
    return true;
  }

  @Override
  public int getMaxTransceiveLength(int tech) {
    return tech == TagTechnology.ISO_DEP ? LONGEST_ISO : LONGEST;
  }

  @Override
  public boolean getExtendedLengthApdusSupported() {
    return false;
  }
}
