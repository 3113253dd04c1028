package talpa.agent.boot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.robolectric.android.AndroidSdkShadowMatcher;
import org.robolectric.android.internal.AndroidTestEnvironment;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.ResourcesMode;
import org.robolectric.annotation.SQLiteMode;
import org.robolectric.interceptors.AndroidInterceptors;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.internal.SandboxManager;
import org.robolectric.internal.bytecode.ClassHandlerBuilder;
import org.robolectric.internal.bytecode.InstrumentationConfiguration;
import org.robolectric.internal.bytecode.Interceptors;
import org.robolectric.internal.bytecode.MethodRef;
import org.robolectric.internal.bytecode.ShadowMap;
import org.robolectric.internal.bytecode.ShadowProviders;
import org.robolectric.pluginapi.Sdk;
import org.robolectric.pluginapi.SdkProvider;
import org.robolectric.util.inject.Injector;
import talpa.agent.bridge.Platform;
import talpa.agent.bridge.Table;

/** Builds Robolectric's sandbox for one API level. */
public final class SandboxFactory {
  private SandboxFactory() {}

  /** Builds the sandbox. Its class loader is an {@link AgentClassLoader}. */
  public static AndroidSandbox build() throws ReflectiveOperationException, IOException {
    ParentStubs.define();
    Injector injector =
        new Injector.Builder()
            .bind(Properties.class, System.getProperties())
            .bind(AndroidSandbox.TestEnvironmentSpec.class, environment())
            .build();
    Sdk sdk = sdk(injector.getInstance(SdkProvider.class));
    Interceptors interceptors = new Interceptors(AndroidInterceptors.all());
    AndroidSandbox sandbox =
        injector
            .getInstance(SandboxManager.SandboxBuilder.class)
            .build(
                configuration(interceptors),
                sdk,
                sdk,
                ResourcesMode.Mode.BINARY,
                SQLiteMode.Mode.NATIVE);
    ShadowMap map =
        injector
            .getInstance(ShadowProviders.class)
            .getBaseShadowMap()
            .newBuilder()
            .addShadowClasses(shadows())
            .build();
    sandbox.replaceShadowMap(map);
    sandbox.configure(
        injector
            .getInstance(ClassHandlerBuilder.class)
            .build(map, new AndroidSdkShadowMatcher(Platform.API), interceptors),
        interceptors);
    return sandbox;
  }

  private static AndroidSandbox.TestEnvironmentSpec environment()
      throws ReflectiveOperationException, IOException {
    return new AndroidSandbox.TestEnvironmentSpec(
        Class.forName(DeviceCode.provider(AndroidTestEnvironment.class))
            .asSubclass(AndroidTestEnvironment.class));
  }

  private static Sdk sdk(SdkProvider provider) {
    for (Sdk s : provider.getSdks()) {
      if (s.getApiLevel() == Platform.API) {
        return s;
      }
    }
    throw new IllegalStateException("Robolectric has no SDK " + Platform.API);
  }

  /**
   * The shadow classes listed in talpa/agent/shadows.txt, without those that are for other
   * frameworks: there Robolectric's stays. They are loaded here, outside, only to read their
   * annotations: so those name the shadowed class by className.
   */
  private static Class<?>[] shadows() throws ClassNotFoundException {
    List<Class<?>> out = new ArrayList<>();
    for (String name : Table.lines("talpa/agent/shadows.txt")) {
      Class<?> c = Class.forName(name, false, SandboxFactory.class.getClassLoader());
      Implements i = c.getAnnotation(Implements.class);
      if (i.minSdk() <= Platform.API && (i.maxSdk() < 0 || i.maxSdk() >= Platform.API)) {
        out.add(c);
      }
    }
    return out.toArray(new Class<?>[0]);
  }

  private static InstrumentationConfiguration configuration(Interceptors interceptors) {
    InstrumentationConfiguration.Builder b = new InstrumentationConfiguration.Builder();
    for (MethodRef m : interceptors.getAllMethodRefs()) {
      b.addInterceptedMethod(m);
    }
    b.doNotAcquireClass("org.robolectric.shadow.api.ShadowPicker");
    for (String p : ClassPolicy.OUTSIDE) {
      b.doNotAcquirePackage(p);
    }
    for (String p : ClassPolicy.INSTRUMENTED) {
      b.addInstrumentedPackage(p);
    }
    for (String p : ClassPolicy.NOT_INSTRUMENTED) {
      b.doNotInstrumentPackage(p);
    }
    return b.doNotInstrumentClass("android.app.RecoverableSecurityException")
        .addClassNameTranslation(
            "java.net.ExtendedResponseCache", "org.robolectric.fakes.RoboExtendedResponseCache")
        .addClassNameTranslation(
            "java.net.ResponseSource", "org.robolectric.fakes.RoboResponseSource")
        .addClassNameTranslation("java.nio.charset.Charsets", StandardCharsets.class.getName())
        .addClassNameTranslation("java.lang.UnsafeByteSequence", "java.lang.Object")
        .addClassNameTranslation("java.util.jar.StrictJarFile", "java.lang.Object")
        .addClassNameTranslation("sun.misc.Cleaner", "java.lang.ref.Cleaner$Cleanable")
        .build();
  }
}
