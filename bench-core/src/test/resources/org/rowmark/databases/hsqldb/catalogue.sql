select 'information_schema.' || table_name from information_schema.system_tables
where table_schem = 'INFORMATION_SCHEMA' and table_name not in
    ('SYSTEM_SESSIONS', 'SYSTEM_SESSIONINFO', 'SYSTEM_CACHEINFO', 'SYSTEM_TABLESTATS', 'SYSTEM_INDEXSTATS')
union all select 'their_shop.books' from (values (0))
