-- Whoever is admitted says whether to come; places that nobody takes go to those who wait, round by round.
alter table exam_application add column plan_id uuid, add column offer_round int, add column confirm_by timestamptz, add column answered_at timestamptz,
  add column decline_reason text, add column confirm_told_at timestamptz;
alter table exam_application drop constraint exam_application_state_check;
alter table exam_application add constraint exam_application_state_check
  check (state in ('draft', 'pending', 'returned', 'rejected', 'approved', 'paid', 'seated', 'scored', 'admitted', 'waitlisted', 'notAdmitted', 'confirmed', 'declined', 'lapsed'));
-- Results that are out already keep their places; the time to confirm begins now.
update exam_application a set plan_id = p.plan_id, offer_round = 0, confirm_by = now() + interval '5 days'
  from admission_placement p join admission_run r on r.tenant_id = p.tenant_id and r.id = p.run_id and r.state = 'published'
  where p.tenant_id = a.tenant_id and p.application_id = a.id and p.plan_id is not null and a.state = 'admitted';
alter table exam_application add constraint exam_application_plan foreign key (tenant_id, plan_id) references exam_plan (tenant_id, id);
alter table exam_application add constraint exam_application_placed check (state not in ('admitted', 'confirmed') or (plan_id is not null and confirm_by is not null));
create index exam_application_plan_id on exam_application (tenant_id, plan_id);
create index exam_application_confirm_by on exam_application (tenant_id, confirm_by desc, id);
create index exam_application_answered_at on exam_application (tenant_id, answered_at desc, id);

create table admission_round (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, run_id uuid not null, no int not null check (no > 0), offered int not null check (offered > 0), free int not null check (free >= 0),
  plans jsonb not null, by uuid not null, ran_at timestamptz not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references exam_batch (tenant_id, id),
  foreign key (tenant_id, run_id) references admission_run (tenant_id, id) on delete cascade,
  foreign key (tenant_id, by) references sys_user (tenant_id, id)
);
create unique index admission_round_key on admission_round (tenant_id, run_id, no);
create index admission_round_order on admission_round (tenant_id, ran_at desc, id);
create index admission_round_batch_id on admission_round (tenant_id, batch_id);
create index admission_round_no on admission_round (tenant_id, no, id);
create index admission_round_by on admission_round (tenant_id, by);
