package com.android.internal.util;

/**
 * A test of a value: part of the library android.test.base, which apps for API levels up to 29 get
 * without asking for it.
 *
 * @param <T> the type of the values
 */
public interface Predicate<T> {
  /** Whether the value passes. */
  boolean apply(T value);
}
