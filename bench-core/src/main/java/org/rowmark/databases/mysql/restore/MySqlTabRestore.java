package org.rowmark.databases.mysql.restore;

/** MySQL loads a directory of tab-separated files. */
public final class MySqlTabRestore extends MySqlFamilyTabRestore {}
