package talpa.agent.convert;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Entry of the converter: {@code java @convert.flags -cp 'LIB/*' talpa.agent.convert.Main -serve
 * IN.apk}. It converts classes when they are asked for ({@link ClassServer}); exit code 1 with a
 * message on standard error if the APK cannot be read. The flags pick the quick compiler: it halves
 * the processor time.
 */
public final class Main {
  private Main() {}

  /** Reads the APK. One that cannot be read is told in the place of its facts. */
  private static ClassServer open(Path apk, DataOutputStream out) throws IOException {
    try {
      return new ClassServer(apk);
    } catch (Exception | OutOfMemoryError | StackOverflowError e) {
      ClassServer.refuse(e.toString(), out);
      throw e;
    }
  }

  private static void serve(Path apk) {
    DataInputStream in =
        new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in)));
    DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
    System.setOut(System.err);
    try {
      open(apk, out).serve(in, out);
    } catch (Exception | OutOfMemoryError | StackOverflowError e) {
      System.err.println("converting " + apk + ": " + e);
      System.exit(1);
    }
  }

  /** Serves one APK. */
  public static void main(String[] args) {
    if (args.length != 2 || !args[0].equals("-serve")) {
      System.err.println("usage: talpa.agent.convert.Main -serve IN.apk");
      System.exit(2);
    }
    serve(Path.of(args[1]));
  }
}
