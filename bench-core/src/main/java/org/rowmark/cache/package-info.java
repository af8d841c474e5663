/** What is kept from run to run: data directories of servers, and the list of all that the cache directory holds. */
package org.rowmark.cache;
