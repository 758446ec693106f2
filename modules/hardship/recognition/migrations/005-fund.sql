-- What a batch would cost is compared with what is left of a fund.
alter table aid_batch add fund_id uuid, add foreign key (tenant_id, fund_id) references fund_account (tenant_id, id);
create index aid_batch_fund_id on aid_batch (tenant_id, fund_id);
