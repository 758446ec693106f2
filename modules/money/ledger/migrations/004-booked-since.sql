-- What was booked since a day is summed by account from the index alone.
drop index ledger_entry_biz_date;
create index ledger_entry_biz_date on ledger_entry (tenant_id, biz_date desc, id) include (account_id, kind, amount);
