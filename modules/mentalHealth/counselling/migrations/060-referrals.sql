-- Students whom their counsellors send to the centre. What was seen is encrypted by the application.
create table mh_referral (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, referred_by_id uuid not null, is_danger boolean not null default false,
  reason text not null, reason_hash text not null, danger_reason text, danger_reason_hash text, agreed_at timestamptz,
  taken_by_id uuid, appointment_id uuid,
  reply text check (reply in ('elsewhere', 'unclear', 'notNow', 'seen', 'going', 'absent', 'other')), note text, note_hash text,
  state text not null default 'asked' check (state in ('asked', 'sent', 'accepted', 'offered', 'done', 'declined', 'unwanted', 'withdrawn')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, referred_by_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, taken_by_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, appointment_id) references mh_appointment (tenant_id, id),
  -- without the student's knowledge only in danger, with the reason
  constraint mh_referral_danger check (is_danger = (danger_reason is not null)),
  constraint mh_referral_known check (is_danger or agreed_at is not null or state in ('asked', 'unwanted', 'withdrawn')),
  constraint mh_referral_taken check (state not in ('accepted', 'offered', 'done', 'declined') or taken_by_id is not null)
);
create unique index mh_referral_open on mh_referral (tenant_id, student_id) where state in ('asked', 'sent', 'accepted', 'offered');
create index mh_referral_student_id on mh_referral (tenant_id, student_id);
create index mh_referral_referred_by_id on mh_referral (tenant_id, referred_by_id);
create index mh_referral_taken_by_id on mh_referral (tenant_id, taken_by_id);
create index mh_referral_appointment_id on mh_referral (tenant_id, appointment_id);
create index mh_referral_state on mh_referral (tenant_id, state);
