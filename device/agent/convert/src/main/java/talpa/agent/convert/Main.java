package talpa.agent.convert;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import talpa.agent.wire.Json;

/**
 * Entry of the converter: {@code java @convert.flags -cp 'LIB/*' talpa.agent.convert.Main [-probes]
 * [-earlier JAR]... IN.apk OUT.jar}. With -probes the code records what is run ({@link Probes});
 * classes that are the same in a JAR, which it has made of another APK, are taken from there.
 * Prints one JSON line; exit code 0, or 1 with a message on standard error. OUT is replaced
 * atomically. With {@code -serve} and no OUT it converts classes when they are asked for ({@link
 * ClassServer}). The flags pick the quick compiler: it halves the processor time.
 */
public final class Main {
  private Main() {}

  private static void serve(Path apk) {
    DataInputStream in =
        new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in)));
    DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
    System.setOut(System.err);
    try {
      new ClassServer(apk).serve(in, out);
    } catch (Exception | OutOfMemoryError | StackOverflowError e) {
      System.err.println("converting " + apk + ": " + e);
      System.exit(1);
    }
  }

  /** Converts one APK. */
  public static void main(String[] args) {
    Iterator<String> words = List.of(args).iterator();
    List<String> files = new ArrayList<>();
    List<Path> earlier = new ArrayList<>();
    boolean probed = false;
    boolean serves = false;
    while (words.hasNext()) {
      String word = words.next();
      if (word.equals("-probes")) {
        probed = true;
      } else if (word.equals("-serve")) {
        serves = true;
      } else if (word.equals("-earlier") && words.hasNext()) {
        earlier.add(Path.of(words.next()));
      } else {
        files.add(word);
      }
    }
    if (files.size() != (serves ? 1 : 2)) {
      System.err.println(
          "usage: talpa.agent.convert.Main [-probes] [-earlier JAR]... IN.apk OUT.jar, or -serve IN.apk");
      System.exit(2);
    }
    if (serves) {
      serve(Path.of(files.get(0)));
      return;
    }
    long t = System.nanoTime();
    try {
      ApkConverter.Result r =
          new ApkConverter(probed, earlier).convert(Path.of(files.get(0)), Path.of(files.get(1)));
      Map<String, Object> m = new LinkedHashMap<>();
      m.put("classes", r.classes());
      m.put("methods", r.methods());
      m.put("failed", r.failed());
      m.put("reused", r.reused());
      m.put("native", r.nativeLibraries());
      m.put("ms", (System.nanoTime() - t) / 1_000_000);
      System.out.println(Json.write(m));
    } catch (Exception | OutOfMemoryError | StackOverflowError e) {
      System.err.println("converting " + files.get(0) + ": " + e);
      System.exit(1);
    }
  }
}
