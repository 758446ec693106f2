-- What the school pays for certificates.
create table cert_reward (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  catalog_id uuid not null, level text, amount bigint not null check (amount > 0), window_from date not null, window_to date not null, fund_id uuid not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, catalog_id) references cert_catalog (tenant_id, id),
  foreign key (tenant_id, fund_id) references fund_account (tenant_id, id),
  constraint cert_reward_window check (window_to >= window_from)
);
create unique index cert_reward_key on cert_reward (tenant_id, catalog_id, level, window_from) nulls not distinct;
create index cert_reward_window_from on cert_reward (tenant_id, window_from desc, id);
create index cert_reward_fund on cert_reward (tenant_id, fund_id);
alter table student_cert add column reward_id uuid, add column reward_amount bigint, add column reward_note text, add column reward_state text check (reward_state in ('listed', 'paid', 'recover', 'recovered', 'withdrawn')),
  add foreign key (tenant_id, reward_id) references cert_reward (tenant_id, id),
  add constraint student_cert_reward check ((reward_id is null) = (reward_state is null) and (reward_id is null) = (reward_amount is null));
-- Once for a student, an entry and a level.
create unique index student_cert_rewarded on student_cert (tenant_id, student_id, catalog_id, coalesce(level, '')) where reward_state in ('listed', 'paid', 'recover');
create index student_cert_reward_id on student_cert (tenant_id, reward_id);
create index student_cert_reward_state on student_cert (tenant_id, reward_state, created_at desc);
