package dev.talpa.field;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** The app that the tests of a class run in, where it is not {@code field.apk}. */
@Retention(RetentionPolicy.RUNTIME)
@interface Installed {
  /** A file of the tests' resources. */
  String value();
}
