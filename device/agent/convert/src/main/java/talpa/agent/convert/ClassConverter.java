package talpa.agent.convert;

import com.googlecode.d2j.node.DexClassNode;
import com.googlecode.d2j.node.DexFileNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Makes class files of the classes of one APK. Safe for use by several threads. */
final class ClassConverter {
  private final AppIndex index;
  private final Translator translator;
  private final boolean probed;
  private final Runnable onFailure;
  private final List<DexClassNode> classes;

  /**
   * A converter of an app's classes.
   *
   * @param dex all of them, with or without their code
   * @param probed whether they are to record what is run ({@link Probes})
   * @param onFailure told of each method and class that cannot be translated
   */
  ClassConverter(DexFileNode dex, boolean probed, Runnable onFailure) {
    Framework framework = new Framework();
    this.classes = loadable(dex.clzs, framework);
    this.index = new AppIndex(classes, framework);
    this.translator = new Translator(dex, onFailure);
    this.probed = probed;
    this.onFailure = onFailure;
  }

  private ClassConverter(ClassConverter same, boolean probed) {
    this.classes = same.classes;
    this.index = same.index;
    this.translator = same.translator;
    this.onFailure = same.onFailure;
    this.probed = probed;
  }

  /** A converter of the same classes, probed or not. */
  ClassConverter with(boolean probes) {
    return new ClassConverter(this, probes);
  }

  /** The classes by first occurrence, without those that the device has itself. */
  List<DexClassNode> classes() {
    return classes;
  }

  private static List<DexClassNode> loadable(List<DexClassNode> all, Framework framework) {
    Set<String> seen = new HashSet<>();
    List<DexClassNode> l = new ArrayList<>();
    for (DexClassNode c : all) {
      if (seen.add(c.className) && !framework.hides(AppIndex.internal(c.className))) {
        l.add(c);
      }
    }
    return l;
  }

  /**
   * What a class converted to.
   *
   * @param bytes the class file
   * @param methods how many of its methods have code
   */
  record Converted(byte[] bytes, int methods) {}

  /** Converts a class, which has its code; null if it cannot be translated. */
  Converted convert(DexClassNode c) {
    try {
      ClassFile f = new ClassFile(translator.translate(c, !probed), index, probed);
      return new Converted(f.bytes(onFailure), f.methodsWithCode());
    } catch (RuntimeException | StackOverflowError e) {
      onFailure.run();
      System.err.println("class " + AppIndex.internal(c.className) + ": " + e);
      return null;
    }
  }
}
