package talpa.agent.program;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import talpa.agent.libcore.FileCalls;
import talpa.agent.libcore.TimeCalls;

/**
 * Programs of toybox that work on files, and a few that tell of the phone: on the files that the
 * app can reach, with the words of their errors. What they were asked for in flags is followed for
 * those that change what is done.
 */
final class Toybox {
  private static final int NO_ANSWER = 1;
  private static final int NO_NAME = 2;

  private final String name;
  private final List<String> operands = new ArrayList<>();
  private final StringBuilder flags = new StringBuilder();
  private final StringBuilder out = new StringBuilder();
  private final StringBuilder err = new StringBuilder();

  private Toybox(List<String> command, String name) {
    this.name = name;
    for (String w : command.subList(1, command.size())) {
      if (w.length() > 1 && w.startsWith("-")) {
        flags.append(w, 1, w.length());
      } else {
        operands.add(w);
      }
    }
  }

  /** The outcome of one of them, or null if the name is of none. */
  static Ran run(List<String> command, String name) {
    Toybox t = new Toybox(command, name);
    return switch (name) {
      case "cp", "mv" -> t.copy();
      case "date" -> new Ran(0, t.date() + "\n", "");
      case "ls" -> t.list();
      case "mkdir" -> t.each(t::mkdir);
      case "ping", "ping6" -> t.ping();
      case "rm" -> t.each(t::remove);
      case "sync" -> new Ran(0, "", "");
      case "touch" -> t.each(t::touch);
      default -> null;
    };
  }

  private boolean has(String flag) {
    return flags.indexOf(flag) >= 0;
  }

  private static Path path(String operand) {
    return new File(FileCalls.path(operand.startsWith("/") ? operand : "/" + operand)).toPath();
  }

  private static boolean there(Path p) {
    return Files.exists(p, LinkOption.NOFOLLOW_LINKS);
  }

  private void fail(String operand, String why) {
    err.append(name).append(": ").append(operand).append(": ").append(why).append('\n');
  }

  private String why(Path p) {
    return there(p) ? "Permission denied" : "No such file or directory";
  }

  private Ran done() {
    return new Ran(err.isEmpty() ? 0 : 1, out.toString(), err.toString());
  }

  /** What is done with one operand. */
  private interface Work {
    void on(String operand) throws IOException;
  }

  private Ran each(Work work) {
    if (operands.isEmpty() && !has("f")) {
      return new Ran(1, "", name + ": Needs 1 argument\n");
    }
    for (String o : operands) {
      try {
        work.on(o);
      } catch (IOException | UncheckedIOException e) {
        fail(o, why(path(o)));
      }
    }
    return done();
  }

  private void mkdir(String operand) throws IOException {
    Path p = path(operand);
    if (has("p")) {
      Files.createDirectories(p);
    } else if (there(p)) {
      fail(operand, "File exists");
    } else {
      Files.createDirectory(p);
    }
  }

  private void touch(String operand) throws IOException {
    Path p = path(operand);
    if (!there(p)) {
      Files.createFile(p);
    }
  }

  private void remove(String operand) throws IOException {
    Path p = path(operand);
    boolean all = has("r") || has("R");
    if (!there(p)) {
      if (!has("f")) {
        fail(operand, "No such file or directory");
      }
    } else if (Files.isDirectory(p, LinkOption.NOFOLLOW_LINKS) && !all) {
      fail(operand, "Is a directory");
    } else {
      delete(p);
    }
  }

  private static void delete(Path p) throws IOException {
    Files.walkFileTree(
        p,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path f, BasicFileAttributes a) throws IOException {
            Files.delete(f);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path d, IOException e) throws IOException {
            Files.delete(d);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private Ran copy() {
    if (operands.size() < 2) {
      return new Ran(1, "", name + ": Needs 2 arguments\n");
    }
    String last = operands.remove(operands.size() - 1);
    Path to = path(last);
    return each(
        o -> {
          Path from = path(o);
          Path at = Files.isDirectory(to) ? to.resolve(from.getFileName().toString()) : to;
          if (!there(from)) {
            fail(o, "No such file or directory");
          } else if (name.equals("mv")) {
            Files.move(from, at, StandardCopyOption.REPLACE_EXISTING);
          } else if (Files.isDirectory(from) && !has("r") && !has("R") && !has("a")) {
            fail(o, "Is a directory");
          } else {
            copy(from, at);
          }
        });
  }

  private static void copy(Path from, Path to) throws IOException {
    if (to.startsWith(from) && Files.isDirectory(from)) {
      throw new IOException("a folder into itself");
    }
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path d, BasicFileAttributes a)
              throws IOException {
            Files.createDirectories(to.resolve(from.relativize(d)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path f, BasicFileAttributes a) throws IOException {
            Path at = f.equals(from) ? to : to.resolve(from.relativize(f));
            Files.copy(f, at, StandardCopyOption.REPLACE_EXISTING);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private Ran list() {
    if (operands.isEmpty()) {
      operands.add("/");
    }
    boolean several = operands.size() > 1;
    return each(
        o -> {
          File f = path(o).toFile();
          if (!f.isDirectory() || has("d")) {
            if (!there(f.toPath())) {
              fail(o, "No such file or directory");
            } else {
              line(f, o);
            }
            return;
          }
          String[] names = f.list();
          if (names == null) {
            fail(o, "Permission denied");
            return;
          }
          if (several) {
            out.append(o).append(":\n");
          }
          folder(f, names);
        });
  }

  private void folder(File f, String[] names) throws IOException {
    if (has("l")) {
      out.append("total ").append(names.length * 4).append('\n');
    }
    for (String n : new TreeSet<>(Arrays.asList(names))) {
      if (!n.startsWith(".") || has("a") || has("A")) {
        line(new File(f, n), n);
      }
    }
  }

  private void line(File f, String shown) throws IOException {
    if (has("l")) {
      out.append(f.isDirectory() ? "drwxrwx---" : "-rw-rw----")
          .append(String.format(Locale.ROOT, " %d u0_a100 u0_a100 %8d ", 1, f.length()))
          .append(time("yyyy-MM-dd HH:mm").format(at(TimeCalls.currentTimeMillis())))
          .append(' ');
    }
    out.append(shown).append('\n');
  }

  private static DateTimeFormatter time(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.US);
  }

  private static java.time.ZonedDateTime at(long ms) {
    return Instant.ofEpochMilli(ms).atZone(ZoneId.systemDefault());
  }

  /** Now, in one of the two forms that apps read. */
  private String date() {
    long now = TimeCalls.currentTimeMillis();
    return operands.contains("+%s")
        ? String.valueOf(now / 1000)
        : time("EEE MMM d HH:mm:ss zzz yyyy").format(at(now));
  }

  /** The phone itself answers; there is no other network. */
  private Ran ping() {
    String host = operands.isEmpty() ? "" : operands.get(operands.size() - 1);
    if (host.equals("localhost") || host.startsWith("127.") || host.equals("::1")) {
      String head = "PING " + host + " (127.0.0.1) 56(84) bytes of data.\n";
      return new Ran(
          0,
          head
              + "64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=0.050 ms\n\n--- "
              + host
              + " ping statistics ---\n"
              + "1 packets transmitted, 1 received, 0% packet loss, time 0ms\n",
          "");
    }
    if (!host.matches("[0-9.]+|.*:.*")) {
      return new Ran(NO_NAME, "", name + ": unknown host " + host + "\n");
    }
    return new Ran(
        NO_ANSWER,
        "PING "
            + host
            + " ("
            + host
            + ") 56(84) bytes of data.\n\n--- "
            + host
            + " ping statistics ---\n"
            + "1 packets transmitted, 0 received, 100% packet loss, time 0ms\n",
        "");
  }
}
