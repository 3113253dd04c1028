package talpa.agent.split;

/** A local of a method while it holds one kind of values. */
record Local(int slot, Kind kind) implements Comparable<Local> {
  /** A number for each local, by which sets of bits hold them. */
  int number() {
    return slot * Kind.ALL.length + kind.ordinal();
  }

  static Local of(int number) {
    return new Local(number / Kind.ALL.length, Kind.ALL[number % Kind.ALL.length]);
  }

  @Override
  public int compareTo(Local o) {
    return Integer.compare(number(), o.number());
  }
}
