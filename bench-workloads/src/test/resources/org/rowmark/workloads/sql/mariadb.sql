/*M!999999 enable the sandbox mode */ 
-- a comment; of the file
/*!40101 SET @old_sql_mode = @@sql_mode */;
create table if not exists keep (id int primary key, note varchar(40)) # it's; a comment
;
drop trigger if exists keep_t;
/* old /* not nested; */ insert ignore into keep values (1, 'it\'s; fine'), (2, "a\";b");
/*!50001 create or replace view kept as select note, '*/;' as end from keep */;
select /*+ MAX_EXECUTION_TIME(1000) */ `note` /* in; side */ , 5--3 from keep where id = 1 -- end; of line
;
DELIMITER $$
create or replace procedure p() begin declare i int default 0; set i = i + 1; end$$
create or replace trigger keep_t before insert on keep for each row begin set @a = ';'; end$$
delimiter ;
select 'last';
