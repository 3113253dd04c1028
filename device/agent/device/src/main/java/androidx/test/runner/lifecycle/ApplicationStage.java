package androidx.test.runner.lifecycle;

/** Stages of an application. */
public enum ApplicationStage {
  /** Before onCreate. */
  PRE_ON_CREATE,
  /** After onCreate. */
  CREATED
}
