package org.rowmark.databases.h2;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.commons.io.FileUtils;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.rowmark.artifact.Artifacts;
import org.rowmark.db.sql.SpatialFunction;
import org.rowmark.db.sql.SpatialSql;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/** H2GIS for databases in this process: downloaded for the bundled H2, else among the jars of the driver. */
final class H2Gis {
    private static final String COORDINATES = "org.orbisgis:h2gis:2.2.5";
    private static final String CLASSES = "org.h2gis.";
    private static final String FACTORY = "org.h2.util.Utils$ClassFactory";
    private static final String UTILITIES = "org.h2.util.JdbcUtils";
    private static final String LOADER = CLASSES + "functions.factory.H2GISFunctions";

    /** Present from before the functions are loaded until they are removed, also when a run is killed in between. */
    private static final String OURS = "ROWMARK_H2GIS";

    /** H2GIS itself leaves its aggregates and tables. */
    private static final List<String> REVERSAL = List.of(
            "create alias if not exists rowmark_h2gis_end for \"" + LOADER + ".unRegisterH2GISFunctions\";"
                    + " call rowmark_h2gis_end(); drop alias rowmark_h2gis_end; drop alias if exists " + OURS,
            "drop aggregate if exists st_accum; drop aggregate if exists st_extent;"
                    + " drop view if exists geometry_columns; drop table if exists spatial_ref_sys");

    /** An index is used for {@code &&}, which compares boxes; {@code st_perimeter} leaves out holes. */
    static final SpatialSql SQL = SpatialSql.STANDARD
            .ofVersion("select 'H2GIS ' || h2gisversion()")
            .with(SpatialFunction.PERIMETER, "st_length(st_boundary(%s))")
            .with(SpatialFunction.CONTAINS, "%1$s && %2$s and st_contains(%1$s, %2$s)")
            .with(SpatialFunction.TOUCHES, "%1$s && %2$s and st_touches(%1$s, %2$s)")
            .with(SpatialFunction.INTERSECTS, "%1$s && %2$s and st_intersects(%1$s, %2$s)")
            .with(SpatialFunction.WITHIN_DISTANCE, "%1$s && st_expand(%2$s, %3$s) and st_dwithin(%1$s, %2$s, %3$s)")
            .with(SpatialFunction.UNION, "st_union(st_accum(%s))")
            .with(SpatialFunction.IN_BOX, "%s && st_makeenvelope(%s, %s, %s, %s, 0)");

    private static final String VERSION = "H2GISVERSION";

    private static final Pattern OF_H2GIS =
            Pattern.compile("ST_\\w+|\\w+(READ|WRITE)|GEOMETRY_COLUMNS|SPATIAL_REF_SYS");

    private static final String NAMES =
            "select routine_name from information_schema.routines where routine_schema = current_schema"
                    + " union select table_name from information_schema.tables where table_schema = current_schema";

    private static boolean isFound;

    private H2Gis() {}

    /** Returns whether H2GIS is beside the driver of a connection, or to be downloaded. */
    static boolean isPossible(Connection connection) throws SQLException {
        ClassLoader loader = connection.unwrap(Connection.class).getClass().getClassLoader();
        return isBundled(loader) || loader.getResource(LOADER.replace('.', '/') + ".class") != null;
    }

    private static boolean isBundled(ClassLoader loader) {
        return loader == H2Gis.class.getClassLoader();
    }

    /** Loads the functions unless others have, or H2GIS would replace theirs; returns how to remove them. */
    static List<String> load(Connection connection) throws SQLException {
        ClassLoader driver = connection.unwrap(Connection.class).getClass().getClassLoader();
        if (isBundled(driver)) {
            makeFound();
        }
        Set<String> names = new TreeSet<>(Sql.rows(connection, NAMES, row -> row.getString(1)));
        if (!names.contains(OURS)) {
            if (names.contains(VERSION)) {
                return List.of();
            }
            Optional<String> theirs = names.stream()
                    .filter(name -> OF_H2GIS.matcher(name).matches())
                    .findFirst();
            if (theirs.isPresent()) {
                throw new SQLException("H2GIS cannot be loaded: the database has a " + theirs.get()
                        + " of its own, which H2GIS may replace");
            }
        }
        Sql.execute(
                connection,
                "create alias if not exists " + OURS + " for \"" + LOADER + ".load\"",
                "call " + OURS + "()");
        return REVERSAL;
    }

    /** Makes the bundled H2 find the classes of H2GIS, which use H2 and JTS of this process. */
    private static synchronized void makeFound() throws SQLException {
        if (isFound) {
            return;
        }
        try {
            URL[] urls = FileUtils.toURLs(Artifacts.withDependencies(COORDINATES).stream()
                    .map(Path::toFile)
                    .toArray(File[]::new));
            ClassLoader ofH2 = H2Gis.class.getClassLoader();
            // Stays open, as H2 loads classes from it at any time.
            ClassLoader loader = new URLClassLoader(urls, ofH2);
            Object factory = Proxy.newProxyInstance(
                    ofH2,
                    new Class<?>[] {Class.forName(FACTORY, true, ofH2)},
                    (self, method, names) -> method.getName().equals("match")
                            ? names[0].toString().startsWith(CLASSES)
                            : loader.loadClass(names[0].toString()));
            MethodUtils.invokeStaticMethod(Class.forName(UTILITIES, true, ofH2), "addClassFactory", factory);
            isFound = true;
        } catch (UsageException | IOException | ReflectiveOperationException e) {
            throw new SQLException("H2GIS: " + e.getMessage(), e);
        }
    }
}
