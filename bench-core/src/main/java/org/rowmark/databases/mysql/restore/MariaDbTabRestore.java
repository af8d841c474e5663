package org.rowmark.databases.mysql.restore;

/** MariaDB loads a directory of tab-separated files. */
public final class MariaDbTabRestore extends MySqlFamilyTabRestore {}
