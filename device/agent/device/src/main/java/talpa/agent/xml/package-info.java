/** Android's parsers of XML in place of the JDK's, and who does the work of their native part. */
package talpa.agent.xml;
