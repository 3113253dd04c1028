package androidx.test.runner.lifecycle;

/** Stages of an activity. */
public enum Stage {
  /** Before onCreate. */
  PRE_ON_CREATE,
  /** After onCreate. */
  CREATED,
  /** After onStart. */
  STARTED,
  /** After onResume. */
  RESUMED,
  /** After onPause. */
  PAUSED,
  /** After onStop. */
  STOPPED,
  /** After onRestart. */
  RESTARTED,
  /** After onDestroy. */
  DESTROYED
}
