create role their_readers

create role their_clerk login password 'their-own' in role their_readers

alter role their_clerk set work_mem = '6MB'

alter system set log_min_duration_statement = '10min'

create extension hstore

create extension btree_gist

create schema their_shop authorization their_clerk

create type their_shop.state as enum ('new', 'sold')

create domain their_shop.price as numeric(10, 2) check (value >= 0)

create table their_shop.books (
    id integer generated always as identity primary key,
    title text not null unique,
    tags hstore,
    price their_shop.price default 7,
    state their_shop.state
)

create index books_by_tag on their_shop.books using gist (tags)

create index cheap_books on their_shop.books (lower(title)) where price < 10

insert into their_shop.books (title, tags) select 'book ' || n, 'shelf=>1'::hstore from generate_series(1, 100) n

create table their_orders (id bigint primary key, book integer references their_shop.books on delete cascade)

insert into their_orders select id, id from their_shop.books

create view their_shop.cheap as select title from their_shop.books where price < 10

create materialized view their_shop.prices as select price, count(*) from their_shop.books group by price

create sequence their_shop.numbers start 7

select nextval('their_shop.numbers')

create function their_shop.checked() returns trigger language plpgsql as 'begin return new; end'

create trigger checked before insert on their_shop.books for each row execute function their_shop.checked()

create policy new_ones on their_shop.books for select to their_readers using (state = 'new')

grant usage on schema their_shop to their_readers

grant select on their_shop.books to their_readers with grant option

alter default privileges in schema their_shop grant select on tables to their_readers

comment on table their_shop.books is 'theirs'

select lo_create(4711)
