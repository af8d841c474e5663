create schema their_shop

create type their_shop.tags external name 'java.util.HashMap' language java

create table their_shop.books (
    id integer generated always as identity primary key,
    title varchar(100) not null unique,
    price numeric(10, 2) default 7 check (price >= 0),
    tags their_shop.tags
)

insert into their_shop.books (title) values ('book 1'), ('book 2'), ('book 3')

create index their_shop.books_by_price on their_shop.books (price desc, title)

create table their_orders (
    id bigint primary key, book integer references their_shop.books (id) on delete cascade
)

create view their_shop.cheap as select title from their_shop.books where price < 10

create sequence their_shop.numbers start with 7

values next value for their_shop.numbers

create function their_shop.absolute(n integer) returns integer
    language java parameter style java no sql external name 'java.lang.Math.abs'

create synonym their_books for their_shop.books

create trigger their_shop.checked after insert on their_shop.books referencing new as added for each row
    update their_shop.books set price = 7 where id = added.id and price is null

call syscs_util.syscs_set_database_property('derby.user.THEIR_CLERK', 'their-own')
