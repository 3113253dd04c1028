package talpa.agent.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OperationsTest {
  private final Operations operations = new Operations();
  private final List<String> done = new ArrayList<>();

  private void add(String name) {
    operations.add(() -> done.add(name));
  }

  private String run() {
    done.clear();
    for (Runnable op; (op = operations.poll()) != null; ) {
      op.run();
    }
    return done + " " + operations.isEmpty();
  }

  @Test
  void theyAreDoneAtOnce() {
    operations.begin(false);
    add("stop");
    operations.delivered();
    add("result");
    assertEquals("[stop, result] true", run());
  }

  @Test
  void whatAHastyInputAsksForWaitsForTheNextOne() {
    operations.begin(true);
    add("start");
    operations.delivered();
    assertEquals("[] true", run());
    operations.begin(true);
    add("finish");
    assertEquals("[] true", run(), "while the input is delivered");
    operations.delivered();
    assertEquals("[start] true", run());
    operations.begin(false);
    operations.delivered();
    assertEquals("[finish] true", run());
  }

  @Test
  void nothingIsLeftForTheNextApp() {
    operations.begin(true);
    add("start");
    operations.clear();
    operations.delivered();
    assertEquals("[] true", run());
    add("launch");
    assertEquals("[launch] true", run());
  }
}
