package org.rowmark.workloads.sbtest;

import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.rowmark.data.DataSet;
import org.rowmark.data.DataTarget;
import org.rowmark.fixture.LoadedData;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.ValidValues;

/** Tables of the same size with the same rows. */
@State(Scope.Benchmark) // as JMH wants it where parameters are declared
public abstract class SbtestTables extends LoadedData {
    /** Tables, one of which each kind of statement of a transaction uses. */
    @Param("1")
    @ValidValues(value = "[1-9][0-9]{0,2}", words = "a whole number from 1 to 999", unnamed = true)
    public int tables;

    /** Rows of each table. */
    @Param("10000")
    @ValidValues
    public int rows;

    private final String prefix;
    private SbtestRows contents;
    private List<DataSet> data;

    /** @param prefix of their names, in which their size and number follow */
    SbtestTables(String prefix) {
        this.prefix = prefix;
    }

    @Override
    public void load(DataTarget target) throws SQLException {
        contents = new SbtestRows(target.values(), rows);
        data = IntStream.rangeClosed(1, tables)
                .mapToObj(table -> contents.dataSet(prefix + rows + "_" + table, target.dialect()))
                .toList();
        target.load(data);
    }

    /** @throws IllegalStateException if bits are set in which results differed from what they must be */
    abstract void check(long differences);

    /** Ends a thread's part in the fork. */
    abstract void ended(Session session) throws SQLException;

    final SbtestRows contents() {
        return contents;
    }

    final List<DataSet> data() {
        return data;
    }

    final List<String> names() {
        return data.stream().map(each -> each.table().name()).toList();
    }
}
