package org.rowmark.databases.support.query;

import java.io.OutputStream;
import java.util.concurrent.atomic.LongAdder;
import java.util.zip.CRC32;

/** An addition of the checksums of rows, in any order, each of which is written at once with the newline at its end. */
public final class RowSum extends OutputStream {
    private final CRC32 row = new CRC32();
    private final LongAdder sum;

    public RowSum(LongAdder sum) {
        this.sum = sum;
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
        row.reset();
        row.update(bytes, from, count - 1);
        sum.add(row.getValue());
    }

    @Override
    public void write(int part) {
        throw new UnsupportedOperationException("a row is written at once");
    }
}
