package talpa.agent.program;

import android.os.Build;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.TreeMap;
import talpa.agent.bridge.Level;
import talpa.agent.libcore.FileCalls;
import talpa.agent.process.Unsupported;

/**
 * Runtime.exec and ProcessBuilder.start: no program of the host is run. The few that apps start to
 * learn of the phone and of themselves are answered; others of a phone's image are told of as
 * missing; what a phone lacks, too, is refused in its words.
 */
public final class Programs {
  /** What else a phone's image has, of what apps start. */
  private static final List<String> OTHERS =
      List.of(
          "am",
          "app_process",
          "bmgr",
          "content",
          "dd",
          "df",
          "dumpsys",
          "find",
          "grep",
          "ifconfig",
          "input",
          "ip",
          "iptables",
          "kill",
          "ln",
          "md5sum",
          "monkey",
          "mount",
          "netstat",
          "pm",
          "ps",
          "screencap",
          "screenrecord",
          "service",
          "settings",
          "sleep",
          "stat",
          "svc",
          "tar",
          "toybox",
          "top",
          "umount",
          "uptime",
          "wc",
          "wm");

  private static final List<String> KNOWN =
      List.of(
          "cat", "chmod", "cp", "date", "echo", "getprop", "id", "logcat", "ls", "mkdir", "mv",
          "ping", "ping6", "pwd", "rm", "sh", "sync", "touch", "uname", "which");

  private static final List<String> FOLDERS =
      List.of("/system/bin/", "/vendor/bin/", "/bin/", "/product/bin/", "/system/xbin/");

  /** Signs of a shell's language: none of it is run. */
  private static final String LANGUAGE = ".*[|&;<>$`\\\\(){}*?~\"'\n].*";

  private Programs() {}

  /** Runtime.exec. */
  public static Process exec(Runtime r, String command) throws IOException {
    return run(words(command));
  }

  /** Runtime.exec. */
  public static Process exec(Runtime r, String[] command) throws IOException {
    return run(List.of(command));
  }

  /** Runtime.exec. */
  public static Process exec(Runtime r, String command, String[] env) throws IOException {
    return run(words(command));
  }

  /** Runtime.exec. */
  public static Process exec(Runtime r, String[] command, String[] env) throws IOException {
    return run(List.of(command));
  }

  /** Runtime.exec. */
  public static Process exec(Runtime r, String command, String[] env, File dir) throws IOException {
    return run(words(command));
  }

  /** Runtime.exec. */
  public static Process exec(Runtime r, String[] command, String[] env, File dir)
      throws IOException {
    return run(List.of(command));
  }

  /** ProcessBuilder.start. */
  public static Process start(ProcessBuilder b) throws IOException {
    Ran ran = run(List.copyOf(b.command()));
    if (b.redirectErrorStream()) {
      ran = ran.merged();
    }
    InputStream out = ran.getInputStream();
    if (b.redirectOutput().file() != null) {
      // Of a program that goes on, what there is so far.
      byte[] written = ran.goesOn() ? out.readNBytes(out.available()) : out.readAllBytes();
      sent(new ByteArrayInputStream(written), b.redirectOutput());
      out = ran.goesOn() ? out : InputStream.nullInputStream();
    }
    InputStream err = ran.getErrorStream();
    if (b.redirectError().file() != null) {
      sent(err, b.redirectError());
      err = InputStream.nullInputStream();
    }
    return ran.with(out, err);
  }

  /** Output goes to a file, at its end where the app wants that. */
  private static void sent(InputStream out, ProcessBuilder.Redirect to) throws IOException {
    boolean append = to.type() == ProcessBuilder.Redirect.Type.APPEND;
    try (FileOutputStream f = new FileOutputStream(FileCalls.opened(to.file().getPath()), append)) {
      out.transferTo(f);
    }
  }

  private static List<String> words(String command) {
    if (command.isEmpty()) {
      throw new IllegalArgumentException("Empty command");
    }
    String line = command.strip();
    return line.isEmpty() ? List.of() : List.of(line.split("\\s+"));
  }

  private static Ran run(List<String> command) throws IOException {
    if (command.isEmpty()) {
      throw new IndexOutOfBoundsException("Index: 0, Size: 0");
    }
    String path = command.get(0);
    String name = name(path);
    switch (name) {
      case "cat":
        return cat(command.subList(1, command.size()));
      case "chmod":
        return chmod(command);
      case "echo":
        return new Ran(0, String.join(" ", command.subList(1, command.size())) + "\n", "");
      case "getprop":
        return getprop(command);
      case "id":
        return id();
      case "logcat":
        return Logcat.run(command);
      case "pwd":
        return new Ran(0, "/\n", "");
      case "sh":
        return shell(command);
      case "uname":
        return new Ran(0, command.contains("-m") ? "aarch64\n" : "Linux\n", "");
      case "which":
        return which(command);
      default:
        Ran files = Toybox.run(command, name);
        return files == null ? unknown(path, name) : files;
    }
  }

  /** The name of a program in the image; what lies elsewhere keeps its path. */
  private static String name(String path) {
    for (String folder : FOLDERS) {
      if (path.startsWith(folder) && path.indexOf('/', folder.length()) < 0) {
        return path.substring(folder.length());
      }
    }
    return path;
  }

  private static Ran unknown(String path, String name) throws IOException {
    boolean missing = OTHERS.contains(name);
    if (missing) {
      Unsupported.tell("program", name);
    }
    throw new IOException("Cannot run program \"" + path + "\": error=13, Permission denied");
  }

  /** Only what a shell would do without its language: one program and its words. */
  private static Ran shell(List<String> command) throws IOException {
    if (command.size() == 3 && command.get(1).equals("-c")) {
      String line = command.get(2).strip();
      if (!line.isEmpty() && !line.matches("(?s)" + LANGUAGE)) {
        List<String> words = words(line);
        String name = name(words.get(0));
        return KNOWN.contains(name) || OTHERS.contains(name)
            ? run(words)
            : new Ran(127, "", "sh: " + words.get(0) + ": inaccessible or not found\n");
      }
    }
    Unsupported.tell("program", String.join(" ", command));
    throw new IOException("Cannot run program \"sh\": error=13, Permission denied");
  }

  private static Ran cat(List<String> files) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StringBuilder err = new StringBuilder();
    for (String f : files) {
      File file = new File(FileCalls.path(f));
      try {
        out.write(Files.readAllBytes(file.toPath()));
      } catch (IOException e) {
        String why = file.exists() ? "Permission denied" : "No such file or directory";
        why = file.isDirectory() ? "Is a directory" : why;
        err.append("cat: ").append(f).append(": ").append(why).append('\n');
      }
    }
    return new Ran(err.isEmpty() ? 0 : 1, out.toByteArray(), err.toString());
  }

  /** Nobody but the app itself could tell a mode from another. */
  private static Ran chmod(List<String> command) {
    StringBuilder err = new StringBuilder();
    List<String> words =
        command.subList(1, command.size()).stream().filter(w -> !w.matches("-[Rcfhv]+")).toList();
    for (String f : words.subList(Math.min(1, words.size()), words.size())) { // the first is a mode
      if (!new File(FileCalls.path(f)).exists()) {
        err.append("chmod: ").append(f).append(": No such file or directory\n");
      }
    }
    return new Ran(err.isEmpty() ? 0 : 1, "", err.toString());
  }

  private static Ran getprop(List<String> command) {
    if (command.size() > 1) {
      String otherwise = command.size() > 2 ? command.get(2) : "";
      String value = properties().getOrDefault(command.get(1), "");
      return new Ran(0, (value.isEmpty() ? otherwise : value) + "\n", "");
    }
    StringBuilder out = new StringBuilder();
    for (Map.Entry<String, String> e : properties().entrySet()) {
      out.append('[').append(e.getKey()).append("]: [").append(e.getValue()).append("]\n");
    }
    return new Ran(0, out.toString(), "");
  }

  /** What every phone has, as the app knows it by its fields of Build. */
  private static Map<String, String> properties() {
    Map<String, String> all = new TreeMap<>();
    all.put("ro.build.display.id", Build.DISPLAY);
    all.put("ro.build.fingerprint", Build.FINGERPRINT);
    all.put("ro.build.id", Build.ID);
    all.put("ro.build.tags", Build.TAGS);
    all.put("ro.build.type", Build.TYPE);
    all.put("ro.build.version.codename", "REL");
    all.put("ro.build.version.incremental", Build.VERSION.INCREMENTAL);
    all.put("ro.build.version.release", Level.release());
    all.put("ro.build.version.sdk", String.valueOf(Level.api()));
    all.put("ro.debuggable", "0");
    all.put("ro.hardware", Build.HARDWARE);
    all.put("ro.product.board", Build.BOARD);
    all.put("ro.product.brand", Build.BRAND);
    all.put("ro.product.cpu.abi", Build.CPU_ABI);
    all.put("ro.product.cpu.abilist", String.join(",", Build.SUPPORTED_ABIS));
    all.put("ro.product.device", Build.DEVICE);
    all.put("ro.product.manufacturer", Build.MANUFACTURER);
    all.put("ro.product.model", Build.MODEL);
    all.put("ro.product.name", Build.PRODUCT);
    all.put("ro.secure", "1");
    all.put("sys.boot_completed", "1");
    all.put("persist.sys.locale", Locale.getDefault().toLanguageTag());
    all.put("persist.sys.timezone", TimeZone.getDefault().getID());
    return all;
  }

  private static Ran id() {
    int uid = android.os.Process.myUid();
    String user = "u0_a" + uid % 100000 % 10000;
    String who = uid + "(" + user + ")";
    return new Ran(0, "uid=" + who + " gid=" + who + " groups=" + who + "\n", "");
  }

  private static Ran which(List<String> command) {
    List<String> found = new ArrayList<>();
    for (String name : command.subList(1, command.size())) {
      if (KNOWN.contains(name) || OTHERS.contains(name)) {
        found.add("/system/bin/" + name + "\n");
      }
    }
    return new Ran(found.size() + 1 == command.size() ? 0 : 1, String.join("", found), "");
  }

  /** A program whose output went to a file. */
  static Ran written(String path, String text) throws IOException {
    try (FileOutputStream f = new FileOutputStream(FileCalls.opened(path))) {
      f.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return new Ran(0, "", "");
  }
}
