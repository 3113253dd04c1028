package dev.talpa.brood.extra;

/** Code of a feature: dies of a note that is not there the second time. */
public class Extra implements Runnable {
  private static String last;

  private final String note;

  public Extra(String note) {
    this.note = note;
  }

  @Override
  public void run() {
    if (note.equals(last)) {
      throw new IllegalStateException("the note was read before");
    }
    last = note;
  }

  @Override
  public String toString() {
    return "extra: " + note;
  }
}
