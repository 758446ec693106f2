-- Contacts with the families of students, and what guardians without an account are asked by a link.
create table home_contact_account (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, contacts int not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index home_contact_account_student on home_contact_account (tenant_id, student_id);

create table home_contact (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  account_id uuid not null, kind text not null check (kind in ('letter', 'call', 'visit', 'meeting', 'consent')), amount int not null check (amount <> 0),
  source_type text not null, source_id text not null, source_seq int not null, reverses_id uuid, reason text, maker_id uuid,
  student_id uuid not null, guardian_id uuid not null, contact_reason text not null, content text, result text, at timestamptz not null, by_id uuid, hidden_until timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references home_contact_account (tenant_id, id),
  foreign key (tenant_id, reverses_id) references home_contact (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, guardian_id) references family_member (tenant_id, id),
  foreign key (tenant_id, by_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, maker_id) references sys_user (tenant_id, id)
);
create unique index home_contact_source on home_contact (tenant_id, source_type, source_id, source_seq, kind);
create unique index home_contact_reverses on home_contact (tenant_id, reverses_id);
create index home_contact_account_id on home_contact (tenant_id, account_id);
create index home_contact_student on home_contact (tenant_id, student_id, at desc);
create index home_contact_guardian on home_contact (tenant_id, guardian_id);
create index home_contact_at on home_contact (tenant_id, at desc, id);
create index home_contact_kind on home_contact (tenant_id, kind, at desc);
create index home_contact_by on home_contact (tenant_id, by_id);
create index home_contact_maker on home_contact (tenant_id, maker_id);

create table guardian_consent (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, guardian_id uuid not null, biz_type text not null, biz_id uuid not null, asks text not null, detail text,
  state text not null check (state in ('toCheck', 'sent', 'answered', 'replaced')), phone text, token_hash text, sent_at timestamptz, expires_at timestamptz, checked_by_id uuid,
  answer text check (answer in ('agreed', 'refused')), signature text, answered_at timestamptz, channel text check (channel in ('link', 'paper', 'video')), proof jsonb, witness_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, guardian_id) references family_member (tenant_id, id),
  foreign key (tenant_id, checked_by_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, witness_id) references teacher (tenant_id, id),
  constraint guardian_consent_sent check (state <> 'sent' or (token_hash is not null and expires_at is not null)),
  constraint guardian_consent_answered check (state <> 'answered' or (answer is not null and answered_at is not null and channel is not null)),
  constraint guardian_consent_witnessed check (channel is null or channel = 'link' or witness_id is not null)
);
create unique index guardian_consent_token on guardian_consent (tenant_id, token_hash);
-- One is open for a matter at a time.
create unique index guardian_consent_open on guardian_consent (tenant_id, biz_type, biz_id) where state in ('toCheck', 'sent');
create index guardian_consent_biz on guardian_consent (tenant_id, biz_type, biz_id, created_at desc);
create index guardian_consent_created on guardian_consent (tenant_id, created_at desc, id);
create index guardian_consent_student on guardian_consent (tenant_id, student_id, created_at desc);
create index guardian_consent_guardian on guardian_consent (tenant_id, guardian_id);
create index guardian_consent_state on guardian_consent (tenant_id, state, created_at desc);
create index guardian_consent_sent on guardian_consent (tenant_id, sent_at, id);
create index guardian_consent_answered on guardian_consent (tenant_id, answered_at, id);
create index guardian_consent_checked on guardian_consent (tenant_id, checked_by_id);
create index guardian_consent_witness on guardian_consent (tenant_id, witness_id);
