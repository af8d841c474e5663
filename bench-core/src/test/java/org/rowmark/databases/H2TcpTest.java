package org.rowmark.databases;

class H2TcpTest extends DatabaseContract {
    H2TcpTest() {
        super("h2-tcp");
    }
}
