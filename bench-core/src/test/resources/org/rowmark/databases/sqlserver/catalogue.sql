select 'sys.' + name from sys.all_views where name in ('databases', 'schemas', 'objects', 'columns', 'types', 'tables',
    'views', 'procedures', 'sql_modules', 'triggers', 'sequences', 'synonyms', 'indexes', 'index_columns',
    'key_constraints', 'foreign_keys', 'foreign_key_columns', 'check_constraints', 'default_constraints',
    'identity_columns', 'computed_columns', 'server_principals', 'server_role_members', 'database_principals',
    'database_role_members', 'database_permissions', 'configurations')
union all select 'their_shop.books'
