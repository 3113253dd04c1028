package androidx.test.runner.intent;

/** Watches intents; Robolectric only registers one. */
public interface IntentMonitor {}
