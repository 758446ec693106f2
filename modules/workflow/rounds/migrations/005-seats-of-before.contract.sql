-- Seats are kept in seat_balance and seat_entry.
drop table round_quota_entry;
drop table round_quota;
