/** The device's log: {@code android.util.Log}, whose lines go to the front as notifications. */
package talpa.agent.log;
