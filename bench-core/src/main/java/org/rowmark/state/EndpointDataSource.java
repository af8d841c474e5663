package org.rowmark.state;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.Endpoint;

/**
 * New connections of the driver itself. The driver and the connection properties are looked up once, so that opening a
 * connection costs what it costs the driver.
 */
final class EndpointDataSource implements DataSource {
    private final Driver driver;
    private final String url;
    private final Properties properties;

    EndpointDataSource(Endpoint endpoint, ConnectionMode mode) throws SQLException {
        this.driver = Drivers.driverOf(endpoint);
        this.url = endpoint.url();
        this.properties = Drivers.propertiesOf(endpoint, mode);
    }

    @Override
    public Connection getConnection() throws SQLException {
        return Drivers.open(driver, url, properties);
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("the endpoint has its own user");
    }

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {
        // Drivers log where they are configured to.
    }

    @Override
    public void setLoginTimeout(int seconds) {
        // The endpoint's connection properties hold the driver's own timeouts.
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("no logger");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("wraps nothing");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
