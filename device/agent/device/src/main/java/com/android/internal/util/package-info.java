/** Classes of Android 10 and before that apps for it still find on later ones. */
package com.android.internal.util;
