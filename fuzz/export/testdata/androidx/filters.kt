package androidx.test.filters

annotation class SdkSuppress(val minSdkVersion: Int = 1)
