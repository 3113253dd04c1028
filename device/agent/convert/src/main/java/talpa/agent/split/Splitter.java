package talpa.agent.split;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/** Cuts methods of one class. */
public final class Splitter {
  /** How the name of a part begins. */
  static final String PREFIX = "talpa$";

  /** Bytes of a part: below 8,000, where HotSpot stops to compile methods. */
  private static final int MOST_BYTES = 7_000;

  private final ClassNode owner;
  private final int mostBytes;
  private int parts;

  /** For one class. */
  public Splitter(ClassNode owner) {
    this(owner, MOST_BYTES);
  }

  /** One that makes parts of at most so many bytes. */
  Splitter(ClassNode owner, int mostBytes) {
    this.owner = owner;
    this.mostBytes = mostBytes;
  }

  /**
   * Moves regions of a method into methods of their own, once: what is left may still be too large,
   * and can be cut again.
   *
   * @param finals whether a part may write the class's final fields: from class files of version 53
   *     on only constructors and initialisers may
   * @return false if nothing could be moved
   */
  public boolean split(MethodNode m, boolean finals) {
    Code code = new Code(m);
    List<Region> regions;
    try {
      regions = new Regions(code, new Operands(owner.name, code), fields(finals)).find(mostBytes);
    } catch (AnalyzerException e) {
      return false; // code that no verifier would take stays as it is
    }
    Outliner outliner = new Outliner(owner, code);
    List<MethodNode> made = new ArrayList<>();
    for (Region r : regions) {
      made.add(outliner.move(r, PREFIX + parts++ + "$" + plain(m.name)));
    }
    owner.methods.addAll(made);
    return !made.isEmpty();
  }

  /** Names of methods may not have angle brackets, but for the two that do. */
  private static String plain(String name) {
    String whole = name.startsWith(PREFIX) ? name.substring(name.indexOf('$', 6) + 1) : name;
    return whole.replace('<', '-').replace('>', '-');
  }

  private Set<String> fields(boolean finals) {
    Set<String> all = new HashSet<>();
    for (FieldNode f : owner.fields) {
      if (!finals && (f.access & Opcodes.ACC_FINAL) != 0) {
        all.add(owner.name + "." + f.name);
      }
    }
    return all;
  }
}
