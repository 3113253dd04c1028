/**
 * Fast paths for Robolectric's port of Android's resource tables. In its package because they read
 * what only the package sees; {@code talpa.agent.patch.ResourcePatches} makes its classes call
 * them.
 */
package org.robolectric.res.android;
