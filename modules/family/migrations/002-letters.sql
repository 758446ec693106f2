-- Letters to the families of an audience, and the receipt of each family.
create table home_letter (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text check (xq_m in ('1', '2', '3')),
  begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')),
  quotas jsonb, notice_workdays int, copied_from text, owner_department_id uuid, state_note text, published_at timestamptz, audience_count int, publisher jsonb,
  contact_reason text not null, allowed_fields jsonb not null, content text not null,
  sending text not null default 'none' check (sending in ('none', 'waiting', 'running', 'done', 'failed')), send_note text, owner_id uuid, teacher_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  foreign key (tenant_id, owner_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, teacher_id) references teacher (tenant_id, id),
  constraint home_letter_window check (end_time > begin_time)
);
create index home_letter_begin_time on home_letter (tenant_id, begin_time desc, id);
create index home_letter_end_time on home_letter (tenant_id, end_time, id);
create index home_letter_name on home_letter (tenant_id, name, id);
create index home_letter_state on home_letter (tenant_id, state, end_time);
create index home_letter_sending on home_letter (tenant_id, begin_time) where sending = 'waiting';
create index home_letter_owner_department_id on home_letter (tenant_id, owner_department_id);
create index home_letter_owner_id on home_letter (tenant_id, owner_id);
create index home_letter_teacher_id on home_letter (tenant_id, teacher_id);

create table home_letter_receipt (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  letter_id uuid not null, student_id uuid not null, guardian_id uuid,
  state text not null default 'waiting' check (state in ('waiting', 'noPhone', 'toCheck', 'sent', 'read', 'answered')),
  phone text, token_hash text, carried text, carried_hash text, told_at timestamptz, sent_at timestamptz, reminded_at timestamptz, read_at timestamptz,
  answer text check (answer in ('known', 'call')), opinion text, answered_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, letter_id) references home_letter (tenant_id, id) on delete cascade,
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, guardian_id) references family_member (tenant_id, id),
  constraint home_letter_receipt_sent check (state in ('waiting', 'noPhone', 'toCheck') or (sent_at is not null and token_hash is not null and carried is not null)),
  -- what is delicate was told before it went
  constraint home_letter_receipt_told check (told_at <= sent_at),
  constraint home_letter_receipt_read check (state not in ('read', 'answered') or read_at is not null),
  constraint home_letter_receipt_answered check (state <> 'answered' or (answer is not null and answered_at is not null))
);
-- One letter to a family, however often its sending is begun anew.
create unique index home_letter_receipt_letter_id_student_id_key on home_letter_receipt (tenant_id, letter_id, student_id);
create unique index home_letter_receipt_token on home_letter_receipt (tenant_id, token_hash);
create index home_letter_receipt_waiting on home_letter_receipt (tenant_id, letter_id, id) where state = 'waiting';
create index home_letter_receipt_letter on home_letter_receipt (tenant_id, letter_id, state);
create index home_letter_receipt_student on home_letter_receipt (tenant_id, student_id);
create index home_letter_receipt_guardian on home_letter_receipt (tenant_id, guardian_id);
create index home_letter_receipt_created on home_letter_receipt (tenant_id, created_at desc, id);
create index home_letter_receipt_state on home_letter_receipt (tenant_id, state, created_at desc);
create index home_letter_receipt_sent on home_letter_receipt (tenant_id, sent_at, id);
create index home_letter_receipt_read on home_letter_receipt (tenant_id, read_at, id);
create index home_letter_receipt_answered on home_letter_receipt (tenant_id, answered_at, id);
