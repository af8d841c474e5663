select 'sys.' || t.tablename from sys.systables t join sys.sysschemas s on s.schemaid = t.schemaid
where s.schemaname = 'SYS' and t.tablename not in ('SYSUSERS', 'SYSSTATEMENTS')
union all values '(values syscs_util.syscs_get_database_property(''derby.user.THEIR_CLERK'')) property'
union all values '(select stmtname, type, text from sys.sysstatements) statements'
union all values 'their_shop.books'
