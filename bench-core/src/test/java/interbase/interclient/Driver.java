package interbase.interclient;

import java.sql.Connection;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;

/** Stands in for InterBase's driver, which is not to be had freely: its name, and the URLs that it takes. */
public final class Driver implements java.sql.Driver {
    @Override
    public Connection connect(String url, Properties properties) throws SQLException {
        throw new SQLException("a stand-in connects to nothing");
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith("jdbc:interbase:");
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 0;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }
}
