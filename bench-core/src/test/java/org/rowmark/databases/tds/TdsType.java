package org.rowmark.databases.tds;

/** The protocol's numbers of types. */
final class TdsType {
    static final int INT_4 = 0x38;
    static final int INT_8 = 0x7F;
    static final int INTEGER = 0x26;
    static final int BIT = 0x68;
    static final int FLOAT = 0x6D;
    static final int DECIMAL = 0x6C;
    static final int DATETIME2 = 0x2A;
    static final int VARCHAR = 0xA7;
    static final int CHAR = 0xAF;
    static final int NVARCHAR = 0xE7;

    private TdsType() {}
}
