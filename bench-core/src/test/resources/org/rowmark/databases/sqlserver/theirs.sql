create role their_readers

create schema their_shop

create type their_shop.price from numeric(10, 2)

create table their_shop.books (
    id integer identity primary key,
    title varchar(100) not null unique,
    price their_shop.price default 7 check (price >= 0),
    twice as 2 * price
)

insert into their_shop.books (title) values ('book 1'), ('book 2'), ('book 3')

create index books_by_price on their_shop.books (price, title)

create table their_orders (id bigint primary key, book integer references their_shop.books on delete cascade)

create view their_shop.cheap as select title from their_shop.books where price < 10

create procedure their_shop.raise_prices as update their_shop.books set price = price + 1

create function their_shop.doubled(@n integer) returns integer as begin return 2 * @n end

create trigger their_shop.checked on their_shop.books after insert as update their_shop.books set price = 7 where price is null

grant select, insert on their_shop.books to their_readers
