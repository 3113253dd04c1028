package dev.talpa.badger;

/** The same screen, panned when the keyboard comes, which is at once. */
public class PannedActivity extends FieldActivity {}
