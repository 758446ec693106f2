select move_lodging_prices();
drop function move_lodging_prices();
drop table lodging_standard;
