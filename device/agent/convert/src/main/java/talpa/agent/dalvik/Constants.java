package talpa.agent.dalvik;

import java.util.Arrays;
import java.util.List;

/** Finds, within a block, the operands that are constants: they are pushed, not loaded. */
final class Constants {
  private final Object[] values;

  Constants(int locals) {
    values = new Object[locals];
  }

  /** Notes the constants among the operands of a block's steps. */
  void find(List<Insn> block) {
    Arrays.fill(values, null);
    for (Insn i : block) {
      for (int k = 0; k < i.reads.length; k++) {
        Object value = values[i.reads[k]];
        if (value != null) {
          if (i.constants == null) {
            i.constants = new Object[i.reads.length];
          }
          i.constants[k] = value;
        }
      }
      if (i.plain() && i.reads.length > 0) {
        i.value = i.constant(0);
      }
      if (i.write != Insn.NOTHING) {
        values[i.write] = i.value;
      }
    }
  }
}
