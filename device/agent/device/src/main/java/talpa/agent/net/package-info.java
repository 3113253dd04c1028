/**
 * Stand-in servers: when the device is asked for them, every host name leads to a server of the
 * device's own inside the app's process, which answers with what the app's code says it can read.
 *
 * <p>Modelled: names and addresses, TCP connections of the JDK's sockets with one HTTP/1.1 request
 * each, and TLS that is not encrypted. A request is answered on the thread that reads the answer,
 * so there are no threads, ports or packets, and the same requests get the same answers. Bodies: a
 * value of the type that an interface of Retrofit's names for the path; else JSON of a type that
 * the code has a library make of JSON, or of the shape in which it takes objects of {@code
 * org.json} apart; pictures, feeds and pages.
 *
 * <p>On demand ({@code answer.Manner}) they answer as servers do at times.
 *
 * <p>Not modelled: what a real server would say, slow or broken connections, HTTP/2, web sockets,
 * channels, datagrams, servers that speak first, certificates that an app insists on (its trust
 * managers are not asked; a pinned key does not match).
 *
 * <p>Or the networks that the computer is in ({@code Relay}): the same sockets and names lead to
 * the front, which connects them; channels and datagrams do so by {@code RelayGate}.
 */
package talpa.agent.net;
