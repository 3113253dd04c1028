import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Answers each line with a sum that several threads add up, and says whether its folder holds a
 * file of that name. It has what a copy must not lose: threads that wait, memory, an open file.
 */
public final class Counter {
  private static int sum;

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(8);
    RandomAccessFile file = new RandomAccessFile("letters", "r");
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null; ) {
      List<Runnable> work = new ArrayList<>();
      switch (line) {
        case "gc" -> System.gc();
        case "read" -> System.out.print((char) file.read());
        case "time" -> {
          long id = pool.submit(() -> Thread.currentThread().getId()).get();
          if (ManagementFactory.getThreadMXBean().getThreadCpuTime(id) < 0) {
            System.out.println("no time");
          }
        }
        default -> {}
      }
      var all = new ArrayList<java.util.concurrent.Future<?>>();
      for (int i = 0; i < 8; i++) {
        all.add(
            pool.submit(
                () -> {
                  for (int n = 0; n < 10_000; n++) {
                    synchronized (Counter.class) {
                      sum++;
                    }
                  }
                }));
      }
      for (var one : all) {
        one.get();
      }
      System.out.println(line + " " + sum + " " + new File(line).exists());
      System.err.println("said " + line);
    }
  }
}
