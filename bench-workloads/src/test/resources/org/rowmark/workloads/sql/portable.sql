-- a comment; of the file
create table keep (id int primary key, note varchar(40));
/* it's; a comment */ insert into keep values (1, 'it''s; fine');
insert into keep
values (2, 'two
lines -- no comment /* nor');
/*+ hint; */ select note /* in; side */, id as "a;""b" from keep -- end; of line
;
drop table keep;
