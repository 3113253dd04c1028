package talpa.agent.biometric;

import android.os.IBinder;
import android.os.RemoteException;
import talpa.agent.standin.Screen;

/** Somebody who waits for a finger. */
interface Session {
  /** What the app calls it by, when it no longer waits. */
  IBinder token();

  /** Whether the system's prompt is in front of the app; else the app has a screen of its own. */
  boolean prompt();

  /** What the system's prompt shows; its button does what is given. */
  Screen screen(Runnable button);

  /** Whether the PIN of the lock serves, too. */
  boolean credential();

  /** Whether a finger serves. */
  boolean finger();

  /** A finger that is enrolled, or the PIN. */
  void succeeded(boolean byFinger) throws RemoteException;

  /** A finger that nobody enrolled: the session goes on. */
  void failed() throws RemoteException;

  /** An error by the numbers of BiometricConstants, which ends the session. */
  void error(int code) throws RemoteException;

  /** The user cancels, by the prompt's button or otherwise. */
  void cancelled(boolean byButton) throws RemoteException;
}
