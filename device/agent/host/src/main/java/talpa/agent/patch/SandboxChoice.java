package talpa.agent.patch;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.robolectric.internal.bytecode.ClassHandler;
import org.robolectric.internal.bytecode.RobolectricInternals;
import org.robolectric.internal.bytecode.ShadowWrangler;

/** What a sandbox's own Robolectric answers. */
public final class SandboxChoice implements ShadowChoice {
  private final ClassLoader sandbox;
  private final ClassHandler handler;
  private final Method pick;

  /** Asks the handler of the sandbox that has this class loader. */
  public SandboxChoice(ClassLoader sandbox) throws ReflectiveOperationException {
    this.sandbox = sandbox;
    Field f =
        sandbox.loadClass(RobolectricInternals.class.getName()).getDeclaredField("classHandler");
    f.setAccessible(true);
    handler = (ClassHandler) f.get(null);
    pick =
        ShadowWrangler.class.getDeclaredMethod(
            "pickShadowMethod", Class.class, String.class, Class[].class);
    pick.setAccessible(true);
  }

  @Override
  public Method shadow(String cls, String name, String desc, boolean isStatic)
      throws ReflectiveOperationException {
    Class<?>[] types = type(desc, isStatic).parameterArray();
    return (Method) pick.invoke(handler, load(cls), name, types);
  }

  @Override
  public boolean isNothing(Method m) {
    return m.equals(ShadowWrangler.DO_NOTHING_METHOD);
  }

  @Override
  public String binding(String cls, String name, String desc, boolean isStatic, boolean isNative)
      throws ReflectiveOperationException {
    MethodType type = MethodType.fromMethodDescriptorString(desc, sandbox);
    MethodHandle h = handler.findShadowMethodHandle(load(cls), name, type, isStatic, isNative);
    return h == null ? null : "$$robo$$" + name + "$nativeBinding";
  }

  private MethodType type(String desc, boolean isStatic) {
    MethodType type = MethodType.fromMethodDescriptorString(desc, sandbox);
    return isStatic ? type : type.dropParameterTypes(0, 1);
  }

  private Class<?> load(String name) throws ClassNotFoundException {
    return Class.forName(name, false, sandbox);
  }
}
