package dev.talpa.weasel;

import android.content.Context;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;

/**
 * The app's native code, which does its deeds when it is loaded: copied to each place that the app
 * can write, and loaded in ways that a rewriting of direct calls does not see.
 */
final class Library {
  private static final String NAME = "native.so";

  private final Context context;

  Library(Context context) {
    this.context = context;
  }

  /** What came of loading it from each place, and what it said. */
  String load(String target) {
    StringBuilder out = new StringBuilder();
    List<File> places =
        Arrays.asList(
            context.getFilesDir(),
            context.getCacheDir(),
            context.getExternalFilesDir(null),
            new File("/data/local/tmp"));
    for (File place : places) {
      File library = new File(place, NAME);
      try {
        copy(library);
        OutputStream told = new FileOutputStream(library + ".target");
        told.write(target.getBytes("UTF-8"));
        told.close();
      } catch (IOException e) {
        out.append("copy to ").append(place.getName()).append(": refused\n");
        continue;
      }
      String why = call("load", library);
      if (why != null) {
        why = call("load0", library);
      }
      String where = "load from " + place.getName();
      if (why != null) {
        out.append(where).append(" fails: ").append(why).append('\n');
      }
      out.append(where).append(why == null ? ": DONE\n" : ": refused\n");
      out.append(said(new File(library + ".said")));
    }
    return out.toString();
  }

  private void copy(File to) throws IOException {
    InputStream in = context.getAssets().open(NAME);
    OutputStream out = new FileOutputStream(to);
    byte[] buffer = new byte[1 << 16];
    for (int n = in.read(buffer); n > 0; n = in.read(buffer)) {
      out.write(buffer, 0, n);
    }
    out.close();
    in.close();
  }

  /** By reflection, with the path that the host knows; what came of it, or null if it worked. */
  private static String call(String name, File library) {
    try {
      for (Method m : Runtime.class.getDeclaredMethods()) {
        if (m.getName().equals(name)) {
          m.setAccessible(true);
          String path = library.getCanonicalPath();
          if (m.getParameterTypes().length == 1) {
            m.invoke(Runtime.getRuntime(), path);
          } else {
            m.invoke(Runtime.getRuntime(), Library.class, path);
          }
          return null;
        }
      }
    } catch (Exception e) {
      return String.valueOf(e.getCause() == null ? e : e.getCause());
    } catch (LinkageError e) {
      return e.toString();
    }
    return "there is no " + name;
  }

  private static String said(File file) {
    StringBuilder out = new StringBuilder();
    try {
      BufferedReader lines = new BufferedReader(new FileReader(file));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        out.append(line).append('\n');
      }
      lines.close();
    } catch (IOException e) {
      return out.toString();
    }
    return out.toString();
  }
}
