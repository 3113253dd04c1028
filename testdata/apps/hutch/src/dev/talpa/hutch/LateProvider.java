package dev.talpa.hutch;

/** The provider of the lower order. */
public class LateProvider extends EarlyProvider {}
