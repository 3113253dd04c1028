package talpa.agent.convert;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The probes of one class: each sets an element of the class's own array when a method is entered
 * or a line is reached. The array is a dynamic constant, so that the class gets no new member that
 * an app could see by reflection, and {@code talpa.agent.record.Recorder} makes it when the first
 * probe is run.
 *
 * <p>The table that goes with it has a line for each method: name, descriptor, entry, line..., with
 * tabs between; entry is the line at which the method begins, or 0. The array has one element for
 * the entry and one for each further line. Names and descriptors are those of the dex file.
 */
final class Probes {
  /** Of a class file: the first version with dynamic constants. */
  static final byte VERSION = 55;

  private static final String RECORDER = "talpa/agent/record/Recorder";
  private static final String BOOTSTRAP =
      "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;I%s)[Z";

  /** Characters in one constant of the table: none may take more than 65,535 bytes. */
  private static final int CHUNK = 16_000;

  /** Constants that a bootstrap method can take, less those that every one gets. */
  private static final int MAX_CHUNKS = 240;

  private final Map<MethodNode, List<List<AbstractInsnNode>>> lines = new HashMap<>();
  private final Map<MethodNode, List<AbstractInsnNode>> entries = new HashMap<>();

  private Probes() {}

  /** Puts probes into the methods of a class that have code. */
  static Probes insert(ClassNode c) {
    Probes p = new Probes();
    StringBuilder table = new StringBuilder();
    Map<MethodNode, Map<Integer, Integer>> plan = new LinkedHashMap<>();
    int count = 0;
    for (MethodNode m : c.methods) {
      if (m.instructions.size() > 0) {
        Map<Integer, Integer> probes = new LinkedHashMap<>();
        int entry = entryLine(m);
        probes.put(entry, count++);
        for (AbstractInsnNode i : m.instructions) {
          if (i instanceof LineNumberNode l && probes.putIfAbsent(l.line, count) == null) {
            count++;
          }
        }
        table.append(m.name).append('\t').append(m.desc);
        probes.keySet().forEach(line -> table.append('\t').append(line));
        table.append('\n');
        plan.put(m, probes);
      }
    }
    if (count > 0 && table.length() <= CHUNK * MAX_CHUNKS) {
      ConstantDynamic array = array(count, table.toString());
      plan.forEach((m, probes) -> p.insert(m, probes, array));
    }
    return p;
  }

  /**
   * Takes probes out of a method that became too large: those of lines first, then that of the
   * entry.
   *
   * @return false if it has none left
   */
  boolean thin(MethodNode m) {
    List<List<AbstractInsnNode>> l = lines.remove(m);
    if (l != null) {
      l.forEach(probe -> probe.forEach(m.instructions::remove));
      return true;
    }
    List<AbstractInsnNode> entry = entries.remove(m);
    if (entry != null) {
      entry.forEach(m.instructions::remove);
    }
    return entry != null;
  }

  /** Takes all probes out of a method. */
  void clear(MethodNode m) {
    while (thin(m)) {}
  }

  /** The line of the method's first instruction, 0 if it has none. */
  private static int entryLine(MethodNode m) {
    for (AbstractInsnNode i : m.instructions) {
      if (i instanceof LineNumberNode l) {
        return l.line;
      }
      if (i.getOpcode() >= 0) {
        return 0;
      }
    }
    return 0;
  }

  private void insert(MethodNode m, Map<Integer, Integer> probes, ConstantDynamic array) {
    List<List<AbstractInsnNode>> inserted = new ArrayList<>();
    int entry = entryLine(m);
    AbstractInsnNode begin = null;
    for (AbstractInsnNode i : m.instructions.toArray()) {
      if (begin == null && i instanceof LineNumberNode && entry > 0) {
        begin = i;
      } else if (i instanceof LineNumberNode l && l.line != entry) {
        InsnList code = probe(array, probes.get(l.line));
        inserted.add(List.of(code.toArray()));
        m.instructions.insert(i, code);
      }
    }
    InsnList code = probe(array, probes.get(entry));
    entries.put(m, List.of(code.toArray()));
    if (begin != null) {
      m.instructions.insert(begin, code); // a stack overflow happens here: it has a line
    } else {
      m.instructions.insert(code);
    }
    lines.put(m, inserted);
  }

  private static InsnList probe(ConstantDynamic array, int index) {
    InsnList l = new InsnList();
    l.add(new LdcInsnNode(array));
    l.add(number(index));
    l.add(new InsnNode(Opcodes.ICONST_1));
    l.add(new InsnNode(Opcodes.BASTORE));
    return l;
  }

  private static AbstractInsnNode number(int n) {
    if (n <= 5) {
      return new InsnNode(Opcodes.ICONST_0 + n);
    }
    if (n <= Byte.MAX_VALUE) {
      return new IntInsnNode(Opcodes.BIPUSH, n);
    }
    return n <= Short.MAX_VALUE ? new IntInsnNode(Opcodes.SIPUSH, n) : new LdcInsnNode(n);
  }

  private static ConstantDynamic array(int count, String table) {
    List<Object> args = new ArrayList<>();
    args.add(count);
    for (int i = 0; i < table.length(); i += CHUNK) {
      args.add(table.substring(i, Math.min(i + CHUNK, table.length())));
    }
    String text = args.size() == 2 ? "Ljava/lang/String;" : "[Ljava/lang/String;";
    String type = String.format(BOOTSTRAP, text);
    Handle bootstrap = new Handle(Opcodes.H_INVOKESTATIC, RECORDER, "probes", type, false);
    return new ConstantDynamic("probes", "[Z", bootstrap, args.toArray());
  }
}
