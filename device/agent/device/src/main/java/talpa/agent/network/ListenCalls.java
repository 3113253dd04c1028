package talpa.agent.network;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import talpa.agent.order.Away;
import talpa.agent.process.PerApp;

/**
 * The app's waits for connections to servers of its own. Nobody but the app itself can reach them,
 * so the other threads go on at once; with any other wait on the network they stand still for a
 * while, since what comes from there is to come first.
 */
public final class ListenCalls {
  /** How long a server waits for what may be there already, in milliseconds. */
  private static final int MOMENT = 1;

  /** Selectors that are to come back from their next wait at once. */
  private static final PerApp<Map<Selector, Boolean>> WOKEN =
      PerApp.of(() -> Collections.synchronizedMap(new WeakHashMap<>()));

  private ListenCalls() {}

  // ---- ServerSocket ----

  /** ServerSocket.accept. */
  public static Socket accept(ServerSocket s) throws IOException {
    Socket there = s.getClass() == ServerSocket.class && !s.isClosed() ? waiting(s) : null;
    if (there != null) {
      return there;
    }
    boolean away = Away.begin(s);
    try {
      return s.accept();
    } finally {
      end(away);
    }
  }

  /** Who has connected already; null: nobody. */
  private static Socket waiting(ServerSocket s) throws IOException {
    int limit = s.getSoTimeout();
    s.setSoTimeout(MOMENT);
    try {
      return s.accept();
    } catch (SocketTimeoutException e) {
      return null;
    } finally {
      if (!s.isClosed()) {
        s.setSoTimeout(limit);
      }
    }
  }

  /** ServerSocket.close. */
  public static void close(ServerSocket s) throws IOException {
    Away.comes(s);
    s.close();
  }

  // ---- ServerSocketChannel ----

  /** ServerSocketChannel.accept. */
  public static SocketChannel accept(ServerSocketChannel c) throws IOException {
    if (!c.isOpen() || !c.isBlocking()) {
      return c.accept();
    }
    boolean away = Away.begin(c);
    try {
      return c.accept();
    } finally {
      end(away);
    }
  }

  // ---- Selector ----

  /** Selector.select. */
  public static int select(Selector s) throws IOException {
    return select(s, 0);
  }

  /** Selector.select; 0 milliseconds are for ever. */
  public static int select(Selector s, long timeout) throws IOException {
    if (!s.isOpen() || !listens(s)) {
      WOKEN.get().remove(s);
      return s.select(timeout);
    }
    boolean woken = WOKEN.get().remove(s) != null;
    int ready = s.selectNow();
    if (ready > 0 || woken) {
      return ready;
    }
    boolean away = Away.begin(s);
    try {
      return s.select(timeout);
    } finally {
      end(away);
    }
  }

  /** Selector.wakeup. */
  public static Selector wakeup(Selector s) {
    if (!Away.comes(s)) {
      WOKEN.get().put(s, true);
    }
    return s.wakeup();
  }

  /** Selector.close. */
  public static void close(Selector s) throws IOException {
    Away.comes(s);
    s.close();
  }

  /** Whether a selector waits for connections to servers only. */
  private static boolean listens(Selector s) {
    for (SelectionKey k : s.keys()) {
      if (k.isValid() && !(k.channel() instanceof ServerSocketChannel)) {
        return false;
      }
    }
    return true;
  }

  private static void end(boolean away) {
    if (away) {
      Away.end();
    }
  }
}
