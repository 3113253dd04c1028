package talpa.agent.split;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/** How many operands there are before each instruction, and how deep it reaches into them. */
final class Operands {
  /** An object whose constructor has not run, and what is copied of it afterwards. */
  private static final BasicValue ALLOCATED = new BasicValue(Type.getObjectType("new"));

  /** Descriptors by the operand of newarray, which begins at 4. */
  private static final String PRIMITIVES = "    ZCFDBSIJ";

  private final int[] depth;
  private final int[] least;
  private final BasicValue[] top;
  private final BitSet ownConstructor = new BitSet();
  private final Code code;

  /**
   * Of a method of a class.
   *
   * @throws AnalyzerException if its operands are not the same on all ways
   */
  Operands(String owner, Code code) throws AnalyzerException {
    this.code = code;
    depth = new int[code.size() + 1];
    least = new int[code.size()];
    top = new BasicValue[code.size() + 1];
    Arrays.fill(depth, -1);
    Arrays.fill(least, Integer.MAX_VALUE);
    Frame<BasicValue>[] frames = analyzer().analyzeAndComputeMaxs(owner, code.method);
    for (int p = 0; p < code.size(); p++) {
      Frame<BasicValue> f = frames[code.method.instructions.indexOf(code.get(p))];
      if (f != null) {
        depth[p] = f.getStackSize();
        top[p] = depth[p] == 0 ? null : f.getStack(depth[p] - 1);
      }
    }
  }

  /** The number of operands before this position, or -1 if it is never reached. */
  int depth(int position) {
    return depth[position];
  }

  /** How many of the operands before it an instruction leaves alone. */
  int least(int position) {
    return least[position];
  }

  /** The type of the uppermost operand if it is an array that was just made, else null. */
  Type array(int position) {
    BasicValue v = top[position];
    return v != null && v.getType() != null && v.getType().getSort() == Type.ARRAY
        ? v.getType()
        : null;
  }

  /** Whether the instruction is a constructor's call of another one for the same object. */
  boolean ownConstructor(int position) {
    return ownConstructor.get(position);
  }

  private Analyzer<BasicValue> analyzer() {
    return new Analyzer<>(new Kinds()) {
      @Override
      protected Frame<BasicValue> newFrame(int locals, int stack) {
        return new Depth(stack);
      }

      @Override
      protected Frame<BasicValue> newFrame(Frame<? extends BasicValue> f) {
        return new Depth(f);
      }
    };
  }

  /** A frame without locals: what they hold, the instructions that read them say. */
  private final class Depth extends Frame<BasicValue> {
    private int reached;

    Depth(int stack) {
      super(0, stack);
    }

    Depth(Frame<? extends BasicValue> f) {
      super(f);
    }

    @Override
    public BasicValue getLocal(int index) {
      return BasicValue.UNINITIALIZED_VALUE;
    }

    @Override
    public void setLocal(int index, BasicValue v) {}

    @Override
    public BasicValue pop() {
      BasicValue v = super.pop();
      reached = Math.min(reached, getStackSize());
      return v;
    }

    @Override
    public void execute(AbstractInsnNode i, Interpreter<BasicValue> interpreter)
        throws AnalyzerException {
      reached = getStackSize();
      super.execute(i, interpreter);
      int p = code.at(i);
      least[p] = Math.min(least[p], reached);
    }
  }

  private final class Kinds extends BasicInterpreter {
    Kinds() {
      super(Opcodes.ASM9);
    }

    @Override
    public BasicValue newOperation(AbstractInsnNode i) throws AnalyzerException {
      return i.getOpcode() == Opcodes.NEW ? ALLOCATED : super.newOperation(i);
    }

    @Override
    public BasicValue unaryOperation(AbstractInsnNode i, BasicValue v) throws AnalyzerException {
      if (i.getOpcode() == Opcodes.ANEWARRAY) {
        return new BasicValue(Type.getType("[" + Type.getObjectType(((TypeInsnNode) i).desc)));
      }
      return i.getOpcode() == Opcodes.NEWARRAY
          ? new BasicValue(Type.getType("[" + PRIMITIVES.charAt(((IntInsnNode) i).operand)))
          : super.unaryOperation(i, v);
    }

    @Override
    public BasicValue copyOperation(AbstractInsnNode i, BasicValue v) {
      Kind read = Kind.read(i.getOpcode());
      return read == null ? v : newValue(read.type);
    }

    @Override
    public BasicValue naryOperation(AbstractInsnNode i, List<? extends BasicValue> values)
        throws AnalyzerException {
      if (i instanceof MethodInsnNode c && c.name.equals("<init>") && values.get(0) != ALLOCATED) {
        ownConstructor.set(code.at(i));
      }
      return super.naryOperation(i, values);
    }
  }
}
