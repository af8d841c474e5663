/* old version, kept for reference
   /* start again */
   drop table keep;
*/
create table if not exists keep (id int primary key, note text);

-- the rows; of the test
insert into keep values (1, E'it\'s; fine'), (2, $x$a';$$b$x$) on conflict do nothing;
/*+ SeqScan(keep) */ select note /* in; side */ from keep where id = 1 -- end; of line
;
create or replace function two() returns int begin atomic select case when 1 = 1 then 2 end; end;
create or replace rule spared as on delete to keep do instead (select 1; select 2);
select U&'d\0061ta;', "note", '{1,2}'::int[], 5--3; drop table keep
 from keep;
select 'last'
