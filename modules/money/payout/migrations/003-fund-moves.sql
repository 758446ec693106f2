alter table fund_account add asked_to uuid, add foreign key (tenant_id, asked_to) references fund_account (tenant_id, id);
create index fund_account_asked_to on fund_account (tenant_id, asked_to);
