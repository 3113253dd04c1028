package talpa.agent.convert;

import com.googlecode.d2j.dex.Dex2Asm;
import com.googlecode.d2j.node.DexClassNode;
import com.googlecode.d2j.node.DexFileNode;
import com.googlecode.d2j.node.DexMethodNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import talpa.agent.dalvik.MethodTranslator;
import talpa.agent.dalvik.UntranslatableException;

/**
 * The translation of one class at a time, into ASM's tree: what a class is by dex2jar, the code of
 * its methods by {@link MethodTranslator}. Safe for use by several threads.
 */
final class Translator extends Dex2Asm {
  private final DexFileNode dex;
  private final Map<String, Clz> inner;
  private final Runnable onFailure;

  Translator(DexFileNode dex, AppIndex index, Runnable onFailure) {
    this.dex = dex;
    this.inner = collectClzInfo(dex);
    this.onFailure = onFailure;
  }

  /** The key of a class's translation, or null if it has none. Before it is translated. */
  byte[] key(DexClassNode c, Answers answers) {
    return ClassKey.of(c, dex.dexVersion, nest(inner.get(c.className)), answers);
  }

  /** The whole nest that a class is in: which part of it is read is dex2jar's business. */
  private static List<Object> nest(Clz c) {
    Map<String, Clz> all = new TreeMap<>();
    Deque<Clz> open = new ArrayDeque<>();
    for (Clz next = c; next != null; next = open.poll()) {
      if (all.putIfAbsent(next.name, next) == null) {
        if (next.enclosingClass != null) {
          open.add(next.enclosingClass);
        }
        if (next.inners != null) {
          open.addAll(next.inners);
        }
      }
    }
    List<Object> facts = new ArrayList<>();
    for (Clz x : all.values()) {
      facts.add(x.name);
      facts.add(x.innerName);
      facts.add(x.access);
      facts.add(x.enclosingMethod);
      facts.add(x.enclosingClass == null ? null : x.enclosingClass.name);
    }
    return facts;
  }

  /** Translates a class; its methods are complete, its flags and calls still to be repaired. */
  ClassNode translate(DexClassNode c) {
    ClassNode node = new ClassNode(Opcodes.ASM9);
    convertClass(dex, c, name -> node, inner);
    node.sourceFile = c.source;
    return node;
  }

  /** Translates a method's code; where that fails its body says so. */
  @Override
  public void convertCode(DexMethodNode method, MethodVisitor to, ClzCtx context) {
    try {
      MethodTranslator.translate(method, (MethodNode) to);
    } catch (UntranslatableException | RuntimeException e) {
      onFailure.run();
      FailedBody.write(to, method.method.toString(), e.toString());
    }
  }
}
