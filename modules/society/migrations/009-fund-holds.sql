-- What budgets of activities hold of a fund; neither they nor what is spent beside them go beyond the balance.
alter table society add held bigint not null default 0, add constraint society_fund_held check (held >= 0), add constraint society_fund_free check (balance - held >= 0);
alter table society_fund_entry drop constraint society_fund_entry_kind_check,
  add constraint society_fund_entry_kind_check check (kind in ('allocation', 'memberFee', 'sponsorship', 'expense', 'refund', 'return', 'hold'));
