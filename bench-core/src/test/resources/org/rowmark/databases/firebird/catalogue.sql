-- Firebird itself leaves the security classes and the rights to implicit domains of tables that are dropped.
-- Embedded, without a protocol, it has no users, and ends the connection that reads them.
select trim(rdb$relation_name) from rdb$relations
where rdb$system_flag = 1 and rdb$relation_name not starting with 'MON$'
    and (rdb$relation_name not starting with 'SEC$' or rdb$get_context('SYSTEM', 'NETWORK_PROTOCOL') is not null)
    and rdb$relation_name not in ('RDB$TRANSACTIONS', 'RDB$PAGES', 'RDB$LOG_FILES', 'RDB$DATABASE',
        'RDB$SECURITY_CLASSES', 'RDB$USER_PRIVILEGES')
union all
select '(select * from rdb$user_privileges where rdb$relation_name not starting with ''RDB$'') privileges'
from rdb$database
union all select 'books' from rdb$database
