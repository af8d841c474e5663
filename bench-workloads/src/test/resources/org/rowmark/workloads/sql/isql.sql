/* an isql script; with a comment */
SET SQL DIALECT 3;
SET AUTODDL ON;
recreate table fb_t (id integer, note varchar(40));
COMMIT WORK;

-- a procedure; its body has semicolons
SET TERM ^ ;
create or alter procedure fb_p returns (n integer) as
begin
  n = 1; -- it's one;
  suspend;
end ^
SET TERM ; ^

insert into fb_t values (1, q'{it's; quoted}');
/* hint; */ select n /* c; */ from fb_p -- end;
;
