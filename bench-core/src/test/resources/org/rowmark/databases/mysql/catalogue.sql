select concat('information_schema.', table_name) from information_schema.tables
where table_schema = 'information_schema' and table_name in ('SCHEMATA', 'COLUMNS', 'STATISTICS', 'VIEWS',
    'KEY_COLUMN_USAGE', 'TABLE_CONSTRAINTS', 'REFERENTIAL_CONSTRAINTS', 'CHECK_CONSTRAINTS', 'TRIGGERS', 'ROUTINES',
    'PARAMETERS', 'EVENTS', 'PLUGINS', 'USER_PRIVILEGES', 'SCHEMA_PRIVILEGES', 'TABLE_PRIVILEGES', 'COLUMN_PRIVILEGES')
union all
select concat('mysql.', table_name) from information_schema.tables
where table_schema = 'mysql' and table_name in ('user', 'role_edges', 'default_roles', 'global_grants', 'db',
    'tables_priv', 'columns_priv', 'procs_priv', 'proxies_priv', 'servers', 'func', 'component', 'plugin')
union all
select "(select * from information_schema.tables where table_schema not in ('information_schema', 'sys')) tables"
union all select "(select * from performance_schema.global_variables) global_variables"
union all select 'their_shop.books'
