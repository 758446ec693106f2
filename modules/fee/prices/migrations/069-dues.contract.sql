-- Dues are a nature of their own.
alter table charge_item drop constraint charge_item_nature_check,
  add constraint charge_item_nature_check check (nature in ('administrative', 'service', 'agency', 'deposit', 'dues'));
