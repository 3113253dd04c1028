/**
 * The system's content providers: contacts, calendar, calls, messages and media. Their rows lie in
 * a database of the device that outlives the app's process. Not modelled: contacts joined from
 * several accounts, repeated events, synchronisation, threads of multimedia messages.
 */
package talpa.agent.content;
