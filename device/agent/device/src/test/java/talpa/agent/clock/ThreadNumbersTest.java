package talpa.agent.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.Executors;
import org.junit.jupiter.api.RepeatedTest;

class ThreadNumbersTest {
  @RepeatedTest(2)
  void beginAnew() {
    ThreadNumbers.reset();
    assertEquals("Thread-0", new Thread(() -> {}).getName());
    assertEquals("pool-1-thread-1", Executors.defaultThreadFactory().newThread(() -> {}).getName());
  }
}
