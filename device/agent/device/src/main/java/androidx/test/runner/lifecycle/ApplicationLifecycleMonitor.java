package androidx.test.runner.lifecycle;

/** Knows the stage of the application; Robolectric only registers one. */
public interface ApplicationLifecycleMonitor {}
