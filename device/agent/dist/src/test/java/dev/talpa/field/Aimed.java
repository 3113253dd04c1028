package dev.talpa.field;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** The API level that the app of a test is written for, where it matters. */
@Retention(RetentionPolicy.RUNTIME)
@interface Aimed {
  /** The app's targetSdkVersion. */
  int value();
}
