package talpa.agent.split;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.VarInsnNode;

class LivenessTest {
  /** Every local of every position, by a search for a read before which nothing is written. */
  @Test
  void whatMayBeReadIsWhatASearchFinds() throws IOException {
    int live = 0;
    for (Methods.Of m : Methods.all()) {
      Code code = m.code();
      Liveness found = new Liveness(code);
      BitSet read = reads(code);
      for (int p = 0; p < code.size(); p++) {
        BitSet wanted = new BitSet();
        for (int n = read.nextSetBit(0); n >= 0; n = read.nextSetBit(n + 1)) {
          if (isRead(code, p, Local.of(n))) {
            wanted.set(n);
            live++;
          }
        }
        assertEquals(wanted, found.liveAt(p), m + " at " + p);
      }
    }
    assertTrue(live > 10_000, live + " live locals");
  }

  /** All locals that a method reads anywhere. */
  private static BitSet reads(Code code) {
    BitSet all = new BitSet();
    for (int p = 0; p < code.size(); p++) {
      Local l = read(code.get(p));
      if (l != null) {
        all.set(l.number());
      }
    }
    return all;
  }

  private static Local read(AbstractInsnNode i) {
    if (i instanceof IincInsnNode n) {
      return new Local(n.var, Kind.INT);
    }
    Kind k = Kind.read(i.getOpcode());
    return k == null ? null : new Local(((VarInsnNode) i).var, k);
  }

  private static boolean isRead(Code code, int from, Local wanted) {
    BitSet seen = new BitSet();
    Deque<Integer> todo = new ArrayDeque<>();
    todo.add(from);
    while (!todo.isEmpty()) {
      int p = todo.pop();
      if (p >= code.size() || seen.get(p)) {
        continue;
      }
      seen.set(p);
      for (Code.Guard g : code.guards) {
        if (g.covers(p)) {
          todo.add(g.handler());
        }
      }
      AbstractInsnNode i = code.get(p);
      if (wanted.equals(read(i))) {
        return true;
      }
      if (overwrites(i, wanted)) {
        continue;
      }
      if (Code.falls(i)) {
        todo.add(p + 1);
      }
      for (LabelNode l : Code.targets(i)) {
        todo.add(code.at(l));
      }
    }
    return false;
  }

  /** Whether an instruction writes a slot that the local takes. */
  private static boolean overwrites(AbstractInsnNode i, Local l) {
    Kind k = Kind.written(i.getOpcode());
    if (k == null) {
      return false;
    }
    int at = ((VarInsnNode) i).var;
    return at < l.slot() + l.kind().type.getSize() && l.slot() < at + k.type.getSize();
  }
}
