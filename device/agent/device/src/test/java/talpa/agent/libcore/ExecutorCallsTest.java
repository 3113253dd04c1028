package talpa.agent.libcore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ExecutorCallsTest {
  private final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());

  @Test
  void theCoreMayExceedTheMaximum() {
    ExecutorCalls.setCorePoolSize(pool, 4);
    assertEquals(4, pool.getCorePoolSize());
  }

  @Test
  void aNegativeCoreIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> ExecutorCalls.setCorePoolSize(pool, -1));
  }
}
