package dev.talpa.dovecote;

/** A letter in the list. */
final class Letter {
  final int id;
  final String subject;
  final String seal;

  Letter(int id, String subject, String seal) {
    this.id = id;
    this.subject = subject;
    this.seal = seal;
  }
}
