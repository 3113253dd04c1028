package dev.talpa.misfit;

import android.app.Activity;

/** Never shown: the app cannot be installed. */
public class MisfitActivity extends Activity {}
