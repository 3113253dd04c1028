/**
 * Default implementations of system services: settings, radios, sensors, a place on earth, storage,
 * users, downloads. The values are those of an emulator that was just set up: nothing has been
 * paired, scanned, or put into an account. {@link talpa.agent.defaults.DefaultsModule} lays all of
 * it out before an app starts.
 */
package talpa.agent.defaults;
