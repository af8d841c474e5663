-- identifiers of objects differ from one start to the next
select '(select columns(lambda c: c not like ''%oid'') from duckdb_' || name || '() where not internal) ' || name
from (values ('schemas'), ('tables'), ('columns'), ('views'), ('types'), ('functions')) t (name)
union all
select '(select columns(lambda c: c not like ''%oid'') from duckdb_' || name || '()) ' || name
from (values ('constraints'), ('indexes'), ('sequences'), ('databases'), ('settings'), ('extensions'), ('secrets')) t (name)
union all select 'their_shop.books'
