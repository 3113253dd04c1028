package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.os.Handler;
import android.view.Choreographer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The display's frame signal, as a Choreographer gets it. */
class FrameTest extends FieldTest {
  private static void count(List<Long> times, int left) {
    Choreographer.getInstance()
        .postFrameCallback(
            t -> {
              times.add(t / 1_000_000);
              if (left > 1) {
                count(times, left - 1);
              }
            });
  }

  @Test
  void framesComeAtTheDisplaysPace() {
    List<Long> times = Collections.synchronizedList(new ArrayList<>());
    main(() -> count(times, 5));
    assertEquals(5, times.size());
    for (int i = 1; i < times.size(); i++) {
      long gap = times.get(i) - times.get(i - 1);
      assertTrue(gap >= 15 && gap <= 17, times::toString);
    }
    rest(500);
    assertEquals(5, times.size(), "none that nobody asked for");
  }

  /** What never ends costs less the longer it goes on, so that the device comes to rest. */
  @Test
  void anAnimationWithoutEndGetsFewerFrames() {
    List<Long> times = Collections.synchronizedList(new ArrayList<>());
    main(() -> count(times, 10_000));
    long first = times.get(1) - times.get(0);
    rest(1000);
    long last = times.get(times.size() - 1) - times.get(times.size() - 2);
    assertTrue(first >= 15 && first <= 17, times::toString);
    assertTrue(last >= 90 && last <= 102, times::toString);
  }

  /** Each thread has a Choreographer of its own, and the display's signal is everybody's. */
  @Test
  void framesComeToOtherThreadsToo() {
    List<Long> mains = Collections.synchronizedList(new ArrayList<>());
    List<Long> others = Collections.synchronizedList(new ArrayList<>());
    Handler aside = new Handler(aside());
    main(
        () -> {
          aside.post(() -> count(others, 5));
          count(mains, 3);
        });
    assertEquals(3, mains.size());
    assertEquals(5, others.size(), "the device does not rest at the main thread's last frame");
    assertEquals(mains, others.subList(0, 3), "one display, one signal");
  }

  @Test
  void framesComeToAnotherThreadAlone() {
    List<Long> times = Collections.synchronizedList(new ArrayList<>());
    Handler aside = new Handler(aside());
    main(() -> aside.postDelayed(() -> count(times, 4), 300));
    assertEquals(4, times.size());
    for (int i = 1; i < times.size(); i++) {
      assertTrue(times.get(i) - times.get(i - 1) <= 34, times::toString);
    }
    rest(500);
    assertEquals(4, times.size(), "none that nobody asked for");
  }
}
