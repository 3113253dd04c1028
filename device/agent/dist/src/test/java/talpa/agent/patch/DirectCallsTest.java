package talpa.agent.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import talpa.agent.bridge.Platform;
import talpa.agent.weave.ClassEdit;

/** On classes of the framework's jar, which is instrumented. */
class DirectCallsTest {
  private static final String HIDDEN = "$$robo$$android_widget_Button$getAccessibilityClassName";

  private final DirectCalls calls = new DirectCalls(new ShadowedMethods());

  @Test
  void aMethodGetsItsCodeBack() throws IOException {
    ClassNode button = apply("android.widget.Button");
    assertEquals(List.of("java/lang/Class.getName"), called(button, "getAccessibilityClassName"));
    assertEquals(
        List.of("android/widget/Button.getAccessibilityClassName"), called(button, HIDDEN));
  }

  @Test
  void aMethodOfAShadowAsksAsBefore() throws IOException {
    assertEquals(
        List.of("dynamic performClick"), called(apply("android.view.View"), "performClick"));
  }

  @Test
  void aConstructorRunsItsCodeAfterTheOneAbove() throws IOException {
    ClassNode button = apply("android.widget.Button");
    for (MethodNode m : button.methods) {
      if (m.name.equals("<init>") && m.desc.endsWith("AttributeSet;II)V")) {
        assertEquals(
            List.of(
                "android/widget/TextView.<init>",
                "android/widget/Button.$$robo$init",
                "android/widget/Button.$$robo$$android_widget_Button$__constructor__"),
            called(m));
      }
    }
  }

  @Test
  void aClassIsInitializedWithoutASearch() throws IOException {
    assertEquals(
        List.of("android/view/View.__staticInitializer__"),
        called(apply("android.view.View"), "<clinit>"));
  }

  @Test
  void anInitializerOfAShadowIsAskedFor() throws IOException {
    assertEquals(
        List.of("org/robolectric/internal/bytecode/RobolectricInternals.classInitializing"),
        called(apply("android.media.MediaPlayer"), "<clinit>"));
  }

  @Test
  void aClassWhoseShadowHidesTheRestStays() throws IOException {
    byte[] b = bytes("android.widget.SpellChecker");
    assertTrue(b == calls.apply("android.widget.SpellChecker", b));
  }

  private ClassNode apply(String name) throws IOException {
    ClassNode c = new ClassNode();
    new ClassReader(calls.apply(name, bytes(name))).accept(c, 0);
    return c;
  }

  private static byte[] bytes(String name) throws IOException {
    try (DirectoryStream<Path> jars =
            Files.newDirectoryStream(Platform.sdk(), "android-all-*.jar");
        JarFile jar = new JarFile(jars.iterator().next().toFile())) {
      return jar.getInputStream(jar.getEntry(name.replace('.', '/') + ".class")).readAllBytes();
    }
  }

  private static List<String> called(ClassNode c, String method) {
    return called(ClassEdit.method(c, method));
  }

  private static List<String> called(MethodNode m) {
    List<String> l = new ArrayList<>();
    for (AbstractInsnNode i : m.instructions) {
      if (i instanceof MethodInsnNode call) {
        l.add(call.owner + "." + call.name);
      } else if (i instanceof InvokeDynamicInsnNode d) {
        l.add("dynamic " + d.name);
      }
    }
    return l;
  }
}
