/**
 * Web views as far as pages need no browser: text, links, pictures and fields of HTML that the app
 * itself has (strings, assets, files, content), laid out one block below the other, with the
 * callbacks, the history and the settings of a WebView. Not there: scripts, style sheets, forms
 * that are sent, frames, and pages of the network, which cannot be reached.
 */
package talpa.agent.web;
