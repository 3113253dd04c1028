package talpa.agent.dalvik;

/**
 * What the registers hold at one place: the kinds that each can be read as, and of a reference its
 * type as far as it matters. Where two ways meet, a register holds what it holds on both.
 */
final class Registers {
  /** The type of the constant null, which meets any other. */
  static final String NULL = "";

  /** The type of a reference of which nothing is known. */
  static final String OBJECT = "L";

  /** Begins the type of what was allocated and not yet constructed, or was so a moment ago. */
  private static final char ALLOCATED = '+';

  /** The kinds that take two registers. */
  private static final int WIDE = Kind.LONG.bit | Kind.DOUBLE.bit;

  private final byte[] kinds;
  private final String[] types;

  Registers(int count) {
    kinds = new byte[count];
    types = new String[count];
  }

  Registers(Registers other) {
    kinds = other.kinds.clone();
    types = other.types.clone();
  }

  /** Meets another way to the same place; says whether that changed anything. */
  boolean meet(Registers other) {
    boolean changed = false;
    for (int r = 0; r < kinds.length; r++) {
      byte both = (byte) (kinds[r] & other.kinds[r]);
      changed |= both != kinds[r];
      kinds[r] = both;
      if ((both & Kind.REFERENCE.bit) != 0) {
        String met = meet(types[r], other.types[r]);
        changed |= !met.equals(types[r]);
        types[r] = met;
      }
    }
    return changed;
  }

  private static String meet(String a, String b) {
    if (a.equals(b) || b.equals(NULL)) {
      return a;
    }
    return a.equals(NULL) ? b : OBJECT;
  }

  /** The kinds that a register can be read as, as bits. */
  int kinds(int register) throws UntranslatableException {
    if (register < 0 || register >= kinds.length) {
      throw new UntranslatableException("there is no register v" + register);
    }
    return kinds[register];
  }

  /** The type of the reference in a register. */
  String type(int register) {
    return types[register];
  }

  /** The descriptor of the class that was allocated into a register, else null. */
  String allocated(int register) {
    String t = types[register];
    return t != null && !t.isEmpty() && t.charAt(0) == ALLOCATED ? t.substring(1) : null;
  }

  /** How the allocation of a class is told from its objects. */
  static String allocation(String descriptor) {
    return ALLOCATED + descriptor;
  }

  /** Writes a register, and the one beside it where a value takes two. */
  void define(int register, int kindBits, String type) throws UntranslatableException {
    boolean wide = (kindBits & WIDE) != 0;
    if (register < 0 || register + (wide ? 1 : 0) >= kinds.length) {
      throw new UntranslatableException("there is no register v" + register);
    }
    if (register > 0 && (kinds[register - 1] & WIDE) != 0) {
      kinds[register - 1] = 0;
    }
    kinds[register] = (byte) kindBits;
    types[register] = type;
    if (wide) {
      kinds[register + 1] = 0;
    }
  }
}
