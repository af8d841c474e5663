package org.rowmark.run;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.logging.Logger;

/**
 * A driver that passes everything on to another one, but for one method, which throws. Its URLs are {@code
 * jdbc:faulty:METHOD,FAULT,PROPERTY,URL}: the method as {@code Interface.name}, what it throws, the system property
 * without which it throws nothing, maybe empty, and the URL of the other driver.
 */
public final class FaultyDriver implements Driver {
    static final String SCHEME = "jdbc:faulty:";

    /** What a method throws that drivers should not. */
    enum Fault {
        /** Which JMH's link between processes cannot pass on. */
        UNSERIALISABLE,
        RUNTIME,
        ERROR
    }

    /** Before a method's name on the line that is printed at its first call with the property. */
    static final String PRINTED = "calls ";

    /** Methods that were called in this process. */
    static final Set<String> CALLED = new ConcurrentSkipListSet<>();

    private static final List<Class<?>> WRAPPED = List.of(
            Connection.class,
            PreparedStatement.class,
            Statement.class,
            ResultSet.class,
            DatabaseMetaData.class,
            ResultSetMetaData.class);

    static String url(String method, Fault fault, String property, String url) {
        return SCHEME + method + "," + fault + "," + property + "," + url;
    }

    @Override
    public Connection connect(String url, Properties info) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        String[] parts = url.substring(SCHEME.length()).split(",", 4);
        Faulty faulty = new Faulty(parts[0], Fault.valueOf(parts[1]), parts[2]);
        faulty.call("Driver.connect");
        return faulty.wrap(Connection.class, DriverManager.getConnection(parts[3], info));
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith(SCHEME);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
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
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }

    /** The method that throws. */
    private record Faulty(String method, Fault fault, String property) {
        <T> T wrap(Class<T> type, Object wrapped) {
            return type.cast(Proxy.newProxyInstance(
                    FaultyDriver.class.getClassLoader(),
                    new Class<?>[] {type},
                    (proxy, called, arguments) -> pass(wrapped, called, arguments)));
        }

        private Object pass(Object wrapped, Method called, Object[] arguments) throws Throwable {
            if (called.getDeclaringClass() != Object.class) {
                call(called.getDeclaringClass().getSimpleName() + "." + called.getName());
            }
            try {
                Object result = called.invoke(wrapped, arguments);
                for (Class<?> type : WRAPPED) {
                    if (type.isInstance(result) && type.isAssignableFrom(called.getReturnType())) {
                        return wrap(type, result);
                    }
                }
                return result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        void call(String called) throws SQLException {
            boolean isHere = property.isEmpty() || System.getProperty(property) != null;
            if (CALLED.add(called) && isHere && !property.isEmpty()) {
                System.out.println(PRINTED + called);
            }
            if (called.equals(method) && isHere) {
                switch (fault) {
                    case UNSERIALISABLE -> throw new Unserialisable("fault of " + called);
                    case RUNTIME -> throw new IllegalStateException("fault of " + called);
                    case ERROR -> throw new AbstractMethodError("fault of " + called);
                }
            }
        }
    }

    /** As some drivers' exceptions are. */
    private static final class Unserialisable extends SQLException {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial")
        private final Object handle = new Object();

        Unserialisable(String message) {
            super(message);
        }

        @Override
        public String getMessage() {
            return super.getMessage() + (handle == this ? "!" : "");
        }
    }
}
