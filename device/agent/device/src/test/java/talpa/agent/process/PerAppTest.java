package talpa.agent.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PerAppTest {
  private static final PerApp<List<String>> NAMES = PerApp.of(ArrayList::new);
  private static final PerApp<String> MODE = PerApp.of(() -> "auto");

  @Test
  void keepsItsValueWhileAnAppIsLoaded() {
    List<String> names = NAMES.get();
    names.add("a");
    assertSame(names, NAMES.get());
  }

  @Test
  void everyPieceIsNewForTheNextApp() {
    List<String> names = NAMES.get();
    names.add("a");
    MODE.set("none");
    assertEquals("none", MODE.get());
    PerApp.drop();
    assertEquals(List.of(), NAMES.get());
    assertNotSame(names, NAMES.get());
    assertEquals("auto", MODE.get());
  }

  @Test
  void threadsThatAskAtOnceGetTheSame() throws InterruptedException {
    PerApp<Object> piece = PerApp.of(Object::new);
    Set<Object> seen = ConcurrentHashMap.newKeySet();
    CountDownLatch go = new CountDownLatch(1);
    List<Thread> threads =
        IntStream.range(0, 8)
            .mapToObj(
                i ->
                    new Thread(
                        () -> {
                          try {
                            go.await();
                            seen.add(piece.get());
                          } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                          }
                        }))
            .toList();
    threads.forEach(Thread::start);
    go.countDown();
    for (Thread t : threads) {
      t.join();
    }
    assertEquals(1, seen.size());
  }
}
