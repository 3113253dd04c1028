package talpa.agent.split;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Which locals may still be read: the usual backward analysis over basic blocks. */
final class Liveness {
  private final Code code;
  private final int[] begins; // of blocks, ascending, and the end
  private final int[] blockOf;
  private final BitSet[] liveIn; // by block

  Liveness(Code code) {
    this.code = code;
    begins = begins(code);
    blockOf = new int[code.size()];
    for (int b = 0; b + 1 < begins.length; b++) {
      Arrays.fill(blockOf, begins[b], begins[b + 1], b);
    }
    liveIn = new BitSet[begins.length - 1];
    for (int b = 0; b < liveIn.length; b++) {
      liveIn[b] = new BitSet();
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int b = liveIn.length - 1; b >= 0; b--) {
        BitSet now = liveAt(begins[b]);
        changed |= !now.equals(liveIn[b]);
        liveIn[b] = now;
      }
    }
  }

  private static int[] begins(Code code) {
    TreeSet<Integer> at = new TreeSet<>(List.of(0, code.size()));
    for (int p = 0; p < code.size(); p++) {
      List<LabelNode> targets = Code.targets(code.get(p));
      targets.forEach(t -> at.add(code.at(t)));
      if (!targets.isEmpty() || !Code.falls(code.get(p))) {
        at.add(p + 1);
      }
    }
    for (Code.Guard g : code.guards) {
      at.addAll(List.of(g.start(), g.end(), g.handler()));
    }
    return at.stream().mapToInt(Integer::intValue).toArray();
  }

  /** The locals that may be read after this position is reached, by their numbers. */
  BitSet liveAt(int position) {
    if (position >= code.size()) {
      return new BitSet();
    }
    int block = blockOf[position];
    int last = begins[block + 1] - 1;
    BitSet live = new BitSet();
    if (Code.falls(code.get(last)) && last + 1 < code.size()) {
      live.or(liveIn[block + 1]);
    }
    for (LabelNode t : Code.targets(code.get(last))) {
      live.or(atBlock(code.at(t)));
    }
    BitSet caught = new BitSet();
    for (Code.Guard g : code.guards) {
      if (g.covers(begins[block])) {
        caught.or(atBlock(g.handler()));
      }
    }
    live.or(caught);
    for (int p = last; p >= position; p--) {
      step(code.get(p), live);
      live.or(caught);
    }
    return live;
  }

  private BitSet atBlock(int position) {
    return position < code.size() ? liveIn[blockOf[position]] : new BitSet();
  }

  private static void step(AbstractInsnNode i, BitSet live) {
    if (i instanceof VarInsnNode v) {
      for (Local written : written(i)) {
        live.clear(written.number());
      }
      Kind read = Kind.read(i.getOpcode());
      if (read != null) {
        live.set(new Local(v.var, read).number());
      }
    } else if (i instanceof IincInsnNode n) {
      live.set(new Local(n.var, Kind.INT).number());
    }
  }

  /** The locals whose value an instruction ends: what it writes, and what that overlaps. */
  static List<Local> written(AbstractInsnNode i) {
    List<Local> all = new ArrayList<>();
    if (i instanceof IincInsnNode n) {
      all.add(new Local(n.var, Kind.INT));
    } else if (i instanceof VarInsnNode v && Kind.written(i.getOpcode()) != null) {
      boolean two = Kind.written(i.getOpcode()).type.getSize() == 2;
      for (Kind k : Kind.ALL) {
        all.add(new Local(v.var, k));
        if (two) {
          all.add(new Local(v.var + 1, k));
        }
        if (v.var > 0 && k.type.getSize() == 2) {
          all.add(new Local(v.var - 1, k));
        }
      }
    }
    return all;
  }
}
