create user their_clerk@'10.0.0.1' identified by 'their-own'

set global max_error_count = 70

create database their_shop

create table their_shop.books (
    id integer auto_increment primary key,
    title varchar(100) not null,
    price decimal(10, 2) default 7,
    unique key by_title (title),
    key by_price (price, title),
    fulltext key words (title)
) comment 'theirs'

insert into their_shop.books (title) values ('book 1'), ('book 2'), ('book 3')

create table their_shop.orders (
    id bigint primary key,
    book integer,
    foreign key (book) references their_shop.books (id) on delete cascade
)

create view their_shop.cheap as select title from their_shop.books where price < 10

create procedure their_shop.raise_prices() update their_shop.books set price = price + 1

create function their_shop.doubled(n integer) returns integer deterministic return 2 * n

create trigger their_shop.checked before insert on their_shop.books for each row set new.price = coalesce(new.price, 7)

create event their_shop.yearly on schedule every 1 year starts '2037-01-01 00:00:00' do call their_shop.raise_prices()

grant select, insert on their_shop.books to their_clerk@'10.0.0.1'

grant execute on procedure their_shop.raise_prices to their_clerk@'10.0.0.1'
