package dev.talpa.hutch;

/** What has happened, line by line. */
final class Notes {
  private static final StringBuilder LINES = new StringBuilder();
  private static Runnable listener;

  private Notes() {}

  static synchronized void add(String line) {
    LINES.append(line).append('\n');
    if (listener != null) {
      listener.run();
    }
  }

  static synchronized void listen(Runnable r) {
    listener = r;
  }

  static synchronized String all() {
    return LINES.toString();
  }
}
