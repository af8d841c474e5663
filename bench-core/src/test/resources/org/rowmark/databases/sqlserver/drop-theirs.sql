drop view their_shop.cheap

drop procedure their_shop.raise_prices

drop function their_shop.doubled

drop table their_orders

drop table their_shop.books

drop type their_shop.price

drop schema their_shop

drop role their_readers
