package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import talpa.agent.build.LocalFront;

/** The one booted device that the tests of this JVM share, one app after the other. */
public final class Device {
  /** What the apps of the tests are written for, unless they say otherwise: Android 14. */
  static final int TARGET = 34;

  /** The app of most tests. */
  static final String APP = "field.apk";

  private static Device shared;

  private final LocalFront front;
  private final Path dir;
  private final Map<String, Path> apks = new LinkedHashMap<>();
  private final Path classes;
  private Path home;
  private String app;
  private int homes;

  private Device() throws IOException {
    // Not removed at the end: the agent's threads still write to it.
    dir = Files.createTempDirectory("field");
    System.setProperty("talpa.network", "standin"); // for tests of the network
    front = LocalFront.start();
    result("boot", Map.of("seed", 1, "epoch", 1_700_000_000_000L));
    classes = FieldApp.classes(dir.resolve("classes.jar"));
  }

  /** Booted when it is first asked for. */
  public static synchronized Device shared() throws IOException {
    if (shared == null) {
      shared = new Device();
    }
    return shared;
  }

  /** The wire. */
  public LocalFront front() {
    return front;
  }

  /** Starts the app on a device that never had it. */
  void fresh(int target) throws IOException {
    clear(APP);
    load(target, Map.of());
  }

  /** Takes another device, which never had the app that is loaded from now on. */
  void clear(String apk) throws IOException {
    app = apk;
    home = Files.createDirectories(dir.resolve("home" + ++homes));
  }

  /** A folder for files that tests need. */
  Path folder() {
    return dir;
  }

  /** Ends the app's process; what is on the device stays. */
  void unload() throws IOException {
    result("unload", Map.of());
  }

  /** Starts the app's process. */
  void load(int target, Map<String, ?> more) throws IOException {
    result("load", start(target, more));
    begin();
  }

  /** The parameters of a start of the app. */
  Map<String, Object> start(int target, Map<String, ?> more) throws IOException {
    Path apk = apks.get(app + target);
    if (apk == null) {
      apk = FieldApp.apk(Files.createDirectories(dir.resolve("target" + target)), app, target);
      apks.put(app + target, apk);
    }
    Map<String, Object> p = new LinkedHashMap<>();
    p.put("apk", apk.toString());
    p.put("classes", classes.toString());
    p.put("dataDir", home.toString());
    p.putAll(more);
    return p;
  }

  /** Hands the wire to the app's copy of the tests. */
  private void begin() {
    int since = front.events().size();
    BiFunction<String, Map<String, ?>, Map<?, ?>> call = this::call;
    Supplier<List<Map<?, ?>>> events = () -> front.events().subList(since, front.events().size());
    try {
      Method begin = there().getDeclaredMethod("begin", BiFunction.class, Supplier.class);
      begin.setAccessible(true);
      begin.invoke(null, call, events);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  /** A request that must not fail. */
  Map<?, ?> result(String method, Map<String, ?> params) throws IOException {
    Map<?, ?> r = front.call(method, params);
    assertNull(r.get("error"), () -> method + ": " + r.get("error"));
    return r.get("result") instanceof Map<?, ?> m ? m : Map.of();
  }

  /** What the app noted since this was last asked. */
  String said() {
    try {
      Method m = there().getDeclaredMethod("said");
      m.setAccessible(true);
      return (String) m.invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private Class<?> there() throws ClassNotFoundException {
    return Class.forName(FieldTest.class.getName(), true, loader());
  }

  private Map<?, ?> call(String method, Map<String, ?> params) {
    try {
      return front.call(method, params);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The loader of the loaded app, from the thread that runs it. */
  ClassLoader loader() {
    for (Thread t : Thread.getAllStackTraces().keySet()) {
      ClassLoader l = t.getContextClassLoader();
      if (l != null && l.getClass().getName().equals("talpa.agent.boot.AppClassLoader")) {
        return l;
      }
    }
    throw new AssertionError("no thread has an app's loader");
  }
}
