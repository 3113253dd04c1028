package talpa.agent.window;

import java.util.ArrayList;
import java.util.List;
import talpa.agent.clock.MainLoop;
import talpa.agent.wire.Params;
import talpa.agent.wire.WireException;

/**
 * One or two fingers that go along lines of points at the same time, as test tools describe a
 * gesture: swipes through several points, drags that begin with a long press, free gestures of two
 * fingers.
 */
final class Fingers {
  private static final long FRAME_MS = 16;
  private static final long MAX_MS = 60_000;
  private static final int MAX_POINTS = 1000;

  private final MainLoop loop;

  Fingers(MainLoop loop) {
    this.loop = loop;
  }

  /**
   * Performs a gesture. "paths" holds for each finger the coordinates x, y, x, y and so on; "hold"
   * is how long the fingers rest before they move, "ms" how long they move.
   */
  Object along(Params p) throws WireException {
    List<float[]> paths = paths(p);
    float[] first = paths.get(0);
    float[] second = paths.size() > 1 ? paths.get(1) : null;
    Gesture g = new Gesture(loop);
    if (!g.down(first[0], first[1])) {
      return null;
    }
    if (second != null) {
      g.down2(second[0], second[1]);
    }
    long hold = Math.min(p.integer("hold", 0), MAX_MS);
    if (hold > 0) {
      loop.advance(hold);
    }
    long steps = Math.max(2, Math.min(p.integer("ms", 0), MAX_MS) / FRAME_MS);
    for (long i = 1; i <= steps; i++) {
      loop.advance(FRAME_MS);
      float part = (float) i / steps;
      if (second == null) {
        g.move(at(first, part, 0), at(first, part, 1));
      } else {
        g.move(at(first, part, 0), at(first, part, 1), at(second, part, 0), at(second, part, 1));
      }
    }
    if (second != null) {
      g.up2();
    }
    g.up();
    return null;
  }

  /** A coordinate (axis 0 or 1) after a part of the way; each piece of a path takes as long. */
  private static float at(float[] path, float part, int axis) {
    int pieces = path.length / 2 - 1;
    if (pieces == 0) {
      return path[axis];
    }
    int piece = Math.min((int) (part * pieces), pieces - 1);
    float from = path[2 * piece + axis];
    return from + (path[2 * piece + 2 + axis] - from) * (part * pieces - piece);
  }

  private static List<float[]> paths(Params p) throws WireException {
    List<float[]> paths = new ArrayList<>();
    if (p.map().get("paths") instanceof List<?> fingers) {
      for (Object finger : fingers) {
        paths.add(path(finger));
      }
    }
    if (paths.isEmpty() || paths.size() > 2) {
      throw WireException.usage("paths must be those of one or two fingers");
    }
    return paths;
  }

  private static float[] path(Object finger) throws WireException {
    if (!(finger instanceof List<?> values)
        || values.isEmpty()
        || values.size() % 2 != 0
        || values.size() > 2 * MAX_POINTS) {
      throw WireException.usage("a path must be pairs of coordinates");
    }
    float[] path = new float[values.size()];
    for (int i = 0; i < path.length; i++) {
      if (!(values.get(i) instanceof Number n)) {
        throw WireException.usage("a path must hold numbers");
      }
      path[i] = n.floatValue();
    }
    return path;
  }
}
