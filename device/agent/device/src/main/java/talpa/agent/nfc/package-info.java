/**
 * NFC: the adapter that is on, off or absent, and the tags that the user holds to the phone, in the
 * place of the system's NfcService. Which part of the app a tag goes to follows NfcDispatcher.
 */
package talpa.agent.nfc;
