pragma user_version = 7

pragma application_id = 4711

create table books (
    id integer primary key autoincrement,
    title text not null unique,
    price numeric default 7 check (price >= 0)
)

insert into books (title) values ('book 1'), ('book 2'), ('book 3')

create index cheap_books on books (lower(title)) where price < 10

create table their_orders (id integer primary key, book integer references books on delete cascade)

create view cheap as select title from books where price < 10

create trigger checked after insert on books when new.price is null
    begin update books set price = 7 where id = new.id; end

create virtual table words using fts5 (title)
