create schema their_shop

create type their_shop.state as enum ('new', 'sold')

create sequence their_shop.numbers start with 7

create table their_shop.books (
    id integer primary key default nextval('their_shop.numbers'),
    title varchar not null unique,
    price decimal(10, 2) default 7 check (price >= 0),
    state their_shop.state
)

insert into their_shop.books (title) values ('book 1'), ('book 2'), ('book 3')

create index books_by_price on their_shop.books (price, title)

create table their_orders (id bigint primary key, book bigint)

create view their_shop.cheap as select title from their_shop.books where price < 10

create macro their_shop.doubled(n) as 2 * n

comment on table their_shop.books is 'theirs'
