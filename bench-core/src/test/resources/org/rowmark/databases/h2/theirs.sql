create role their_readers

create user their_clerk password 'their-own'

grant their_readers to their_clerk

create schema their_shop authorization their_clerk

create domain their_shop.price as numeric(10, 2) default 7 check (value >= 0)

create table their_shop.books (
    id integer generated always as identity primary key,
    title varchar(100) not null unique,
    price their_shop.price,
    state enum ('new', 'sold')
)

insert into their_shop.books (title) values ('book 1'), ('book 2'), ('book 3')

create index books_by_price on their_shop.books (price desc, title)

create table their_orders (id bigint primary key, book integer references their_shop.books on delete cascade)

create view their_shop.cheap as select title from their_shop.books where price < 10

create sequence their_shop.numbers start with 7

select next value for their_shop.numbers

create constant their_shop.limit_of_books value 100

create synonym their_books for their_shop.books

create alias their_absolute for 'java.lang.Math.abs(int)'

create trigger their_shop.checked before insert on their_shop.books
    as 'org.h2.api.Trigger create() { return (connection, before, after) -> {}; }'

comment on table their_shop.books is 'theirs'

grant select, insert on their_shop.books to their_readers

set cache_size 12345
