package talpa.agent.split;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Finds regions of a method that do not overlap, each as long as may be, from its begin on. */
final class Regions {
  /** Bytes below which a region is not worth a call. */
  private static final int FEWEST_BYTES = 48;

  /** Slots of parameters; a method may have 255. */
  private static final int MOST_SLOTS = 200;

  /** Ends that are tried for one begin. */
  private static final int TRIES = 6;

  /** Instructions that are looked at for one method: what is found by then has to do. */
  private static final int MOST_WORK = 20_000_000;

  private final Code code;
  private final Operands operands;
  private final Liveness liveness;
  private final Set<String> untouchable;
  private final int[] firstSource;
  private final int[] lastSource;
  private final List<List<Local>> written = new ArrayList<>(); // by position
  private int work;

  /**
   * Of a method.
   *
   * @param untouchable fields that only the method itself may write, as "owner.name"
   */
  Regions(Code code, Operands operands, Set<String> untouchable) {
    this.code = code;
    this.operands = operands;
    this.untouchable = untouchable;
    liveness = new Liveness(code);
    firstSource = new int[code.size() + 1];
    lastSource = new int[code.size() + 1];
    Arrays.fill(firstSource, Integer.MAX_VALUE);
    Arrays.fill(lastSource, -1);
    for (int p = 0; p < code.size(); p++) {
      for (LabelNode t : Code.targets(code.get(p))) {
        enters(code.at(t), p, p);
      }
      written.add(Liveness.written(code.get(p)));
    }
    for (Code.Guard g : code.guards) {
      enters(g.handler(), g.start(), g.end() - 1);
    }
  }

  private void enters(int target, int first, int last) {
    firstSource[target] = Math.min(firstSource[target], first);
    lastSource[target] = Math.max(lastSource[target], last);
  }

  /** The regions, in order, each of at most so many bytes. */
  List<Region> find(int mostBytes) {
    List<Region> found = new ArrayList<>();
    int p = 0;
    while (p < code.size() && work < MOST_WORK) {
      Region r = operands.depth(p) < 0 ? null : longest(p, mostBytes);
      if (r != null) {
        found.add(r);
      }
      p = r == null ? p + 1 : r.end();
    }
    return found;
  }

  /** Where the ways out of the instructions from begin to before end lead. */
  private record End(int end, int exit, int bytes, int least) {}

  private Region longest(int begin, int mostBytes) {
    List<End> ends = ends(begin, mostBytes);
    for (int n = 0; n < Math.min(TRIES, ends.size()); n++) {
      Region r = region(begin, ends.get(ends.size() - 1 - n));
      if (r != null) {
        return r;
      }
    }
    return null;
  }

  private List<End> ends(int begin, int mostBytes) {
    List<End> ends = new ArrayList<>();
    TreeSet<Integer> forward = new TreeSet<>(); // targets at or behind the present end
    int exit = Region.THROWS; // the one that no longer run can take in
    boolean two = false;
    int bytes = 0;
    int least = Integer.MAX_VALUE;
    int needed = -1;
    int depth = operands.depth(begin);
    for (int p = begin; p < code.size() && !two && !barrier(p); p++) {
      AbstractInsnNode i = code.get(p);
      if (p > begin && firstSource[p] < begin) {
        break; // entered in its middle, from before it
      }
      needed = p > begin ? Math.max(needed, lastSource[p]) : needed;
      bytes += Code.bytes(i);
      least = Math.min(least, operands.least(p));
      if (bytes > mostBytes || least < depth - 1) {
        break;
      }
      for (LabelNode l : Code.targets(i)) {
        int t = code.at(l);
        if (t > p) {
          forward.add(t);
        } else if (t < begin) {
          two |= exit != Region.THROWS && exit != t;
          exit = t;
        }
      }
      if (Code.returns(i)) {
        two |= exit >= 0;
        exit = Region.RETURNS;
      }
      work++;
      while (!forward.isEmpty() && forward.first() <= p) {
        forward.pollFirst();
      }
      int end = p + 1;
      boolean falls = Code.falls(i) && !forward.contains(end);
      int ways = forward.size() + (falls ? 1 : 0) + (exit == Region.THROWS ? 0 : 1);
      if (needed < end && ways <= 1 && !two && bytes >= FEWEST_BYTES) {
        int to = falls ? end : forward.isEmpty() ? exit : forward.first();
        if (to < 0 || (to < code.size() && operands.depth(to) == depth)) {
          ends.add(new End(end, to, bytes, least));
        }
      }
    }
    return ends;
  }

  /** Whether an instruction has to stay in its method. */
  private boolean barrier(int p) {
    AbstractInsnNode i = code.get(p);
    int op = i.getOpcode();
    return op == Opcodes.MONITORENTER
        || op == Opcodes.MONITOREXIT
        || op == Opcodes.JSR
        || op == Opcodes.RET
        || operands.ownConstructor(p)
        || ((op == Opcodes.PUTFIELD || op == Opcodes.PUTSTATIC)
            && i instanceof FieldInsnNode f
            && untouchable.contains(f.owner + "." + f.name));
  }

  private Region region(int begin, End e) {
    Type operand = null;
    int depth = operands.depth(begin);
    boolean leads = e.exit >= 0;
    if (e.least < depth) { // it works on the uppermost operand
      operand = operands.array(begin);
      if (!leads || operand == null || !operand.equals(operands.array(e.exit))) {
        return null;
      }
    }
    work += e.end - begin;
    BitSet writes = written(begin, e.end);
    if (!guarded(begin, e.end, writes)) {
      return null;
    }
    List<Local> in = locals(liveness.liveAt(begin));
    List<Local> out = new ArrayList<>();
    if (leads) {
      BitSet live = liveness.liveAt(e.exit);
      live.and(writes);
      out = locals(live);
    }
    in = needed(in, begin, e.end, out);
    if (in == null || !distinct(out) || (operand != null && !out.isEmpty())) {
      return null;
    }
    return cost(in, out) * 3 > e.bytes ? null : new Region(begin, e.end, e.exit, operand, in, out);
  }

  private static int cost(List<Local> in, List<Local> out) {
    return 12 + 4 * in.size() + (out.size() > 1 ? 15 : 4) * out.size();
  }

  private BitSet written(int begin, int end) {
    BitSet all = new BitSet();
    for (int p = begin; p < end; p++) {
      for (Local l : written.get(p)) {
        all.set(l.number());
      }
    }
    return all;
  }

  /**
   * Whether each handler's range is in the region with the handler, around it or beside it, and no
   * handler outside reads what the region writes.
   */
  private boolean guarded(int begin, int end, BitSet writes) {
    for (Code.Guard g : code.guards) {
      boolean beside = g.end() <= begin || g.start() >= end;
      boolean inside = g.start() >= begin && g.end() <= end;
      boolean handled = g.handler() > begin && g.handler() < end;
      if (inside && handled) {
        continue;
      }
      boolean around = g.start() <= begin && g.end() >= end;
      if (handled || !(beside || around)) {
        return false;
      }
      if (around && liveness.liveAt(g.handler()).intersects(writes)) {
        return false;
      }
    }
    return true;
  }

  private static List<Local> locals(BitSet numbers) {
    List<Local> all = new ArrayList<>();
    numbers.stream().forEach(n -> all.add(Local.of(n)));
    return all;
  }

  /**
   * Of the locals that are live at the begin those that the region touches or hands on; null if
   * there are too many, or one is of two kinds.
   */
  private List<Local> needed(List<Local> live, int begin, int end, List<Local> out) {
    BitSet read = new BitSet();
    for (int p = begin; p < end; p++) {
      AbstractInsnNode i = code.get(p);
      Kind kind = Kind.read(i.getOpcode());
      if (kind != null) {
        read.set(new Local(((VarInsnNode) i).var, kind).number());
      } else if (i instanceof IincInsnNode n) {
        read.set(new Local(n.var, Kind.INT).number());
      }
    }
    out.forEach(l -> read.set(l.number())); // on some way it may not be written
    List<Local> in = new ArrayList<>();
    int slots = 0;
    for (Local l : live) {
      if (read.get(l.number())) {
        in.add(l);
        slots += l.kind().type.getSize();
      }
    }
    return slots <= MOST_SLOTS && distinct(in) ? in : null;
  }

  private static boolean distinct(List<Local> all) {
    return all.stream().map(Local::slot).distinct().count() == all.size();
  }
}
