select 'sqlite_schema'
union all select 'books'
union all select 'pragma_' || name from (
    select 'user_version' as name union all select 'application_id' union all select 'journal_mode'
    union all select 'page_size' union all select 'encoding' union all select 'auto_vacuum'
    union all select 'database_list' union all select 'foreign_key_list(''their_orders'')'
    union all select 'index_list(''books'')'
)
