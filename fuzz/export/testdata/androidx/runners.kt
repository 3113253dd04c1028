package androidx.test.ext.junit.runners

import org.junit.runners.BlockJUnit4ClassRunner

class AndroidJUnit4(testClass: Class<*>) : BlockJUnit4ClassRunner(testClass)
