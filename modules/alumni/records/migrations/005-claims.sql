-- Alumni who register themselves: what they say of themselves, and what came of it.
create sequence alumnus_code_seq;
alter table alumnus
  add column user_id uuid,
  add foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete set null (user_id),
  drop constraint alumnus_source_check,
  add constraint alumnus_source_check check (source in ('auto', 'import', 'self'));
-- One account is one alumnus.
create unique index alumnus_user_key on alumnus (tenant_id, user_id);

create table alumni_claim (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null, mobile text not null, enrol_year int, leave_year int not null, major_name text not null, class_name text, first_mate text, second_mate text,
  id_tail text, id_tail_hash text, note text,
  state text not null default 'pending' check (state in ('pending', 'approved', 'refused')), is_automatic boolean not null default false,
  alumnus_id uuid, user_id uuid, reason text, decided_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, alumnus_id) references alumnus (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete set null (user_id),
  constraint alumni_claim_decided check ((state = 'pending') = (decided_at is null) and (state = 'approved') = (alumnus_id is not null) and (state <> 'refused' or reason is not null)),
  -- Digits of the identity number are kept until the claim is decided.
  constraint alumni_claim_digits check (state = 'pending' or (id_tail is null and id_tail_hash is null))
);
-- Whoever guesses has one try for each phone until somebody has looked at it.
create unique index alumni_claim_mobile_key on alumni_claim (tenant_id, mobile) where state = 'pending' or user_id is not null;
create index alumni_claim_alumnus_id on alumni_claim (tenant_id, alumnus_id);
create index alumni_claim_user_id on alumni_claim (tenant_id, user_id);
create index alumni_claim_state on alumni_claim (tenant_id, state, created_at desc, id);
create index alumni_claim_created_at on alumni_claim (tenant_id, created_at desc, id);
create index alumni_claim_leave_year on alumni_claim (tenant_id, leave_year, id);
