-- What somebody has broken is neither a service nor of their own choice.
alter table charge_item drop constraint charge_item_nature_check,
  add constraint charge_item_nature_check check (nature in ('administrative', 'service', 'agency', 'deposit', 'dues', 'compensation'));
