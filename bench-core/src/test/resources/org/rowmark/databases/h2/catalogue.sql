select 'information_schema.' || table_name from information_schema.tables
where table_schema = 'INFORMATION_SCHEMA'
    and table_name not in ('SESSIONS', 'SESSION_STATE', 'LOCKS', 'QUERY_STATISTICS', 'IN_DOUBT', 'SETTINGS')
union all select '(select * from information_schema.settings where setting_name not like ''info.%'') settings'
union all select 'their_shop.books'
