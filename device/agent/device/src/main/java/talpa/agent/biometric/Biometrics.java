package talpa.agent.biometric;

import android.hardware.biometrics.BiometricConstants;
import android.os.IBinder;
import android.os.RemoteException;
import android.os.SystemClock;
import talpa.agent.process.AppProcess;
import talpa.agent.process.PerApp;
import talpa.agent.wire.Params;
import talpa.agent.wire.WireException;

/** The finger sensor: what is enrolled, who waits for a finger, and what the user does. */
public final class Biometrics {
  private static final PerApp<Biometrics> CURRENT = PerApp.of(Biometrics::new);

  /** So many fingers in a row that nobody enrolled lock the sensor. */
  private static final int ATTEMPTS = 5;

  private static final long LOCKOUT_MS = 30_000;

  private boolean enrolled = true;
  private int attempts;
  private long lockedUntil;
  private long authenticatedAt = Long.MIN_VALUE;
  private long requests;
  private Session waiting;
  private PromptWindow window;

  private Biometrics() {}

  static Biometrics get() {
    return CURRENT.get();
  }

  /** Whether the phone has a lock, and with it the user's finger. */
  public static boolean secure() {
    return get().enrolled();
  }

  /** Whether the system's prompt is in front of the app. */
  private synchronized boolean prompted() {
    return waiting != null && waiting.prompt();
  }

  /** Whether the user has shown a finger or the PIN within so many seconds. */
  public static boolean authenticated(int seconds) {
    Biometrics b = get();
    synchronized (b) {
      return b.authenticatedAt != Long.MIN_VALUE
          && SystemClock.elapsedRealtime() - b.authenticatedAt <= seconds * 1000L;
    }
  }

  /** The user has shown a finger or the PIN. */
  public static void authenticate() {
    Biometrics b = get();
    synchronized (b) {
      b.authenticatedAt = SystemClock.elapsedRealtime();
    }
  }

  /** The wire method: "how" is what the user does. */
  static Object tell(Params p) throws WireException {
    String how = p.string("how");
    Biometrics b = get();
    Runnable does =
        switch (how) {
          case "ok" -> b::touch;
          case "wrong" -> b::touchWrong;
          case "cancel" -> () -> b.cancel(true);
          case "locked" -> b::lock;
          case "none" -> () -> b.enroll(false);
          case "enrolled" -> () -> b.enroll(true);
          default ->
              throw WireException.usage("no such touch of the finger sensor: \"" + how + "\"");
        };
    AppProcess.current().later(does);
    return null;
  }

  synchronized boolean enrolled() {
    return enrolled;
  }

  synchronized boolean locked() {
    return SystemClock.elapsedRealtime() < lockedUntil;
  }

  /** Who waits for a finger, in words for the front: "finger", and "finger:prompt". */
  synchronized String waitsFor() {
    return waiting == null ? null : waiting.prompt() ? "finger:prompt" : "finger";
  }

  /** Somebody waits from now on; the number of the request. Who waited before is told. */
  long begin(Session s) throws RemoteException {
    end(BiometricConstants.BIOMETRIC_ERROR_CANCELED);
    int refused = refusal(s);
    if (refused != 0) {
      s.error(refused);
    }
    synchronized (this) {
      waiting = refused == 0 ? s : null;
      if (waiting != null && s.prompt()) {
        window = PromptWindow.open(s.screen(this::press), () -> cancel(false));
      }
      return ++requests;
    }
  }

  /** The error that a session ends with before it begins; 0 if it does not. */
  private synchronized int refusal(Session s) {
    if (!enrolled) {
      return s.finger()
          ? BiometricConstants.BIOMETRIC_ERROR_NO_BIOMETRICS
          : BiometricConstants.BIOMETRIC_ERROR_NO_DEVICE_CREDENTIAL;
    }
    return locked() && !s.credential() ? BiometricConstants.BIOMETRIC_ERROR_LOCKOUT : 0;
  }

  /** The app no longer waits. */
  void stop(IBinder token) throws RemoteException {
    synchronized (this) {
      if (waiting == null || !waiting.token().equals(token)) {
        return;
      }
    }
    end(BiometricConstants.BIOMETRIC_ERROR_CANCELED);
  }

  /** The app left the screen: the system lets nobody wait in the background. */
  void leave() {
    tell(() -> end(BiometricConstants.BIOMETRIC_ERROR_CANCELED));
  }

  private synchronized Session take() {
    Session s = waiting;
    waiting = null;
    if (window != null) {
      window.close();
      window = null;
    }
    return s;
  }

  /** The button of the prompt: the app's own, or the one for the PIN, which the user enters. */
  private void press() {
    boolean pin;
    synchronized (this) {
      pin = waiting != null && waiting.credential();
    }
    if (pin) {
      Session s = take();
      authenticate();
      tell(() -> s.succeeded(false));
    } else {
      cancel(true);
    }
  }

  private void end(int error) throws RemoteException {
    Session s = take();
    if (s != null) {
      s.error(error);
    }
  }

  private void touch() {
    boolean byFinger;
    Session s;
    synchronized (this) {
      byFinger = waiting != null && waiting.finger() && !locked();
      s = take();
      attempts = 0;
    }
    if (s != null) {
      authenticate();
      tell(() -> s.succeeded(byFinger));
    }
  }

  private void touchWrong() {
    Session s;
    boolean last;
    synchronized (this) {
      if (waiting == null || !waiting.finger() || locked()) {
        return;
      }
      s = waiting;
      last = ++attempts >= ATTEMPTS;
    }
    tell(s::failed);
    if (last) {
      lock();
    }
  }

  /** Too many wrong fingers. Where the PIN serves, the prompt goes on and asks for it. */
  private void lock() {
    Session s;
    synchronized (this) {
      attempts = 0;
      lockedUntil = SystemClock.elapsedRealtime() + LOCKOUT_MS;
      s = waiting == null || waiting.credential() ? null : take();
    }
    if (s != null) {
      tell(() -> s.error(BiometricConstants.BIOMETRIC_ERROR_LOCKOUT));
    }
  }

  private void cancel(boolean byButton) {
    if (!prompted()) {
      return;
    }
    Session s = take();
    if (s != null) {
      tell(() -> s.cancelled(byButton));
    }
  }

  private void enroll(boolean has) {
    synchronized (this) {
      enrolled = has;
    }
    if (!has) {
      leave();
    }
  }

  /** A call to the app. */
  private interface Call {
    void make() throws RemoteException;
  }

  private static void tell(Call c) {
    try {
      c.make();
    } catch (RemoteException e) {
      throw new IllegalStateException("the app's side of a finger is in this process", e);
    }
  }
}
