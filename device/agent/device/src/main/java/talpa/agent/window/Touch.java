package talpa.agent.window;

import talpa.agent.clock.MainLoop;
import talpa.agent.wire.Params;
import talpa.agent.wire.WireException;

/** Touches of the user's fingers; pixels and milliseconds of virtual time. */
final class Touch {
  private static final long FRAME_MS = 16;
  private static final long TAP_MS = 40;
  private static final long LONG_MS = 800;
  private static final long SWIPE_MS = 250;
  private static final int MAX_MS = 60_000;
  private static final int MAX_TAPS = 3;
  private static final int PINCH_STEPS = 12;

  private final MainLoop loop;
  private Gesture raw;

  Touch(MainLoop loop) {
    this.loop = loop;
  }

  /**
   * A tap, or "count" of them with "gap" milliseconds between. Without a gap the app does not run
   * between the taps: what the first one posted has not happened when the next one comes.
   */
  Object tap(Params p) {
    hold(p, TAP_MS);
    long gap = Math.min(p.integer("gap", 0), MAX_MS);
    for (long i = Math.min(p.integer("count", 1), MAX_TAPS); i > 1; i--) {
      if (gap > 0) {
        loop.advance(gap);
      }
      hold(p, 0);
    }
    return null;
  }

  Object longTap(Params p) {
    hold(p, limited(p.integer("ms", LONG_MS)));
    return null;
  }

  private void hold(Params p, long ms) {
    float x = (float) p.number("x");
    float y = (float) p.number("y");
    Gesture g = new Gesture(loop);
    if (g.down(x, y)) {
      if (ms > 0) {
        loop.advance(ms);
      }
      g.up();
    }
  }

  Object swipe(Params p) {
    float x1 = (float) p.number("x1");
    float y1 = (float) p.number("y1");
    float dx = (float) p.number("x2") - x1;
    float dy = (float) p.number("y2") - y1;
    Gesture g = new Gesture(loop);
    if (!g.down(x1, y1)) {
      return null;
    }
    long steps = Math.max(2, limited(p.integer("ms", SWIPE_MS)) / FRAME_MS);
    for (int i = 1; i <= steps; i++) {
      loop.advance(FRAME_MS);
      g.move(x1 + dx * i / steps, y1 + dy * i / steps);
    }
    g.up();
    return null;
  }

  /**
   * Two fingers on both sides of a point; "from" and "to" are their distances from it, "angle" the
   * direction of their line in degrees (0 lies, 90 stands), "turn" by how many it changes. Equal
   * distances without a turn are a tap of two fingers.
   */
  Object pinch(Params p) {
    float x = (float) p.number("x");
    float y = (float) p.number("y");
    float from = (float) p.number("from");
    float to = (float) p.number("to");
    double angle = Math.toRadians(p.number("angle", 0));
    double turn = Math.toRadians(p.number("turn", 0));
    float dx = (float) Math.cos(angle);
    float dy = (float) Math.sin(angle);
    Gesture g = new Gesture(loop);
    if (!g.down(x - from * dx, y - from * dy)) {
      return null;
    }
    g.down2(x + from * dx, y + from * dy);
    int steps = from == to && turn == 0 ? 0 : PINCH_STEPS;
    for (int i = 1; i <= steps; i++) {
      loop.advance(FRAME_MS);
      dx = (float) Math.cos(angle + turn * i / PINCH_STEPS);
      dy = (float) Math.sin(angle + turn * i / PINCH_STEPS);
      float d = from + (to - from) * i / PINCH_STEPS;
      g.move(x - d * dx, y - d * dy, x + d * dx, y + d * dy);
    }
    loop.advance(FRAME_MS);
    g.up2();
    g.up();
    return null;
  }

  /** One raw event of a gesture: action down, move, up or cancel. */
  Object motion(Params p) throws WireException {
    String action = p.string("action");
    float x = (float) p.number("x", 0);
    float y = (float) p.number("y", 0);
    if (action.equals("down")) {
      raw = new Gesture(loop);
      raw.down(x, y);
      loop.hold(raw.running());
      return null;
    }
    if (raw == null || !raw.running()) {
      return null;
    }
    switch (action) {
      case "move" -> raw.move(x, y);
      case "up" -> {
        raw.move(x, y);
        raw.up();
      }
      case "cancel" -> raw.cancel();
      default -> throw WireException.usage("action must be down, move, up or cancel");
    }
    loop.hold(raw.running());
    return null;
  }

  private static long limited(long ms) {
    return Math.max(1, Math.min(ms, MAX_MS));
  }
}
