/**
 * What every phone has in store for its apps: settings, volumes, radios, cameras, sensors, a place
 * on earth, a key store. The values are those of an emulator that was just set up: nothing has been
 * paired, scanned, or put into an account. {@link talpa.agent.stock.StockModule} lays all of it out
 * before an app starts.
 */
package talpa.agent.stock;
