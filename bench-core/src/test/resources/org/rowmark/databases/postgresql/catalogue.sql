select 'pg_catalog.' || relname from pg_class
where relnamespace = 'pg_catalog'::regnamespace and relkind = 'r' and relname not like 'pg_statistic%'
union all select unnest(array['pg_settings', 'pg_file_settings', 'pg_sequences', 'their_shop.books', 'their_orders'])
