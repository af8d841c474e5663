package org.rowmark.databases.support.query;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.SQLException;
import org.apache.commons.lang3.function.FailableSupplier;

/** Calls of a driver's own classes, which may come from the target's jar, or lack what other versions have. */
public final class DriverCalls {
    private DriverCalls() {}

    public static <T> T call(FailableSupplier<T, ReflectiveOperationException> calls) throws SQLException {
        try {
            return calls.get();
        } catch (InvocationTargetException e) {
            throw thrown(e.getCause());
        } catch (ClassNotFoundException | NoSuchMethodException e) {
            String missing = e.getMessage().replaceFirst("^No such accessible method: ", ""); // of MethodUtils
            throw new SQLException("this driver has no " + missing, e);
        } catch (ReflectiveOperationException e) {
            throw new SQLException("this driver does not allow it: " + e, e);
        }
    }

    public static Object call(Object object, Method method, Object... arguments) throws SQLException {
        return call(() -> method.invoke(object, arguments));
    }

    private static SQLException thrown(Throwable cause) {
        if (cause instanceof SQLException known) {
            return known;
        }
        boolean isExplained = cause.getMessage() != null
                && cause instanceof Exception checked
                && !(checked instanceof RuntimeException);
        return new SQLException(isExplained ? cause.getMessage() : cause.toString(), cause);
    }
}
