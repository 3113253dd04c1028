/** What the framework's jar lacks of Android's library for apps that use Apache's HTTP client. */
package android.net.http;
