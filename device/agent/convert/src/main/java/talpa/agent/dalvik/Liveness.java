package talpa.agent.dalvik;

import java.util.BitSet;
import java.util.List;

/**
 * Which locals are read later: the usual backward analysis. Constants and copies that nobody reads
 * do not count as reading what they copy.
 */
final class Liveness {
  private static final BitSet NONE = new BitSet();

  private final Flow flow;
  private final List<List<Insn>> blocks;
  private final BitSet[] begins;

  /**
   * Notes for each step what is read after it.
   *
   * @param blocks the steps of each block; null for those that nothing leads to
   */
  static void note(Flow flow, List<List<Insn>> blocks) {
    new Liveness(flow, blocks).fix();
  }

  private Liveness(Flow flow, List<List<Insn>> blocks) {
    this.flow = flow;
    this.blocks = blocks;
    begins = new BitSet[blocks.size()];
  }

  /** Looks at all blocks until nothing changes any more. */
  private void fix() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int b = blocks.size() - 1; b >= 0; b--) {
        if (blocks.get(b) != null) {
          BitSet now = begin(b);
          changed |= !now.equals(begins[b]);
          begins[b] = now;
        }
      }
    }
  }

  /** The locals that are read after a block begins, before they are written. */
  private BitSet begin(int block) {
    BitSet live = new BitSet();
    for (int next : flow.successors(block)) {
      live.or(at(next));
    }
    List<Insn> steps = blocks.get(block);
    for (int k = steps.size() - 1; k >= 0; k--) {
      step(steps.get(k), live);
    }
    return live;
  }

  private BitSet at(int block) {
    return begins[block] == null ? NONE : begins[block];
  }

  private void step(Insn i, BitSet live) {
    if (i.write != Insn.NOTHING) {
      i.needed = live.get(i.write);
      live.clear(i.write);
    }
    for (int handler : flow.handlers(i.at)) {
      live.or(at(handler));
    }
    if (i.plain() && !i.needed) {
      return;
    }
    int[] reads = i.reads;
    i.last = reads.length > 0 && !live.get(reads[0]);
    for (int k = reads.length - 1; k >= 0; k--) {
      if (i.constant(k) == null) {
        i.last &= k == 0 || reads[k] != reads[0];
        live.set(reads[k]);
      }
    }
  }
}
