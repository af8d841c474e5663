create role their_readers

create user their_clerk password 'their-own'

grant their_readers to their_clerk

create schema their_shop authorization dba

create type their_shop.price as numeric(10, 2)

create domain their_shop.state as varchar(4) check (value in ('new', 'sold'))

create table their_shop.books (
    id integer generated always as identity primary key,
    title varchar(100) not null unique,
    price their_shop.price,
    state their_shop.state default 'new'
)

insert into their_shop.books (title) values ('book 1'), ('book 2'), ('book 3')

create index books_by_price on their_shop.books (price desc, title)

create table their_orders (
    id bigint primary key, book integer references their_shop.books (id) on delete cascade
)

create view their_shop.cheap as select title from their_shop.books where price < 10

create sequence their_shop.numbers start with 7

call next value for their_shop.numbers

create procedure their_shop.raise_prices() modifies sql data
    update their_shop.books set price = price + 1

create function their_shop.doubled(n integer) returns integer return 2 * n

create trigger their_shop.checked before insert on their_shop.books referencing new row as new for each row
    set new.price = coalesce(new.price, 7)

comment on table their_shop.books is 'theirs'

grant select, insert on their_shop.books to their_readers

set database default result memory rows 12345
