create table major_transfer_batch (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text, begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')),
  quotas jsonb, notice_workdays int, copied_from text, owner_department_id uuid, state_note text, published_at timestamptz, audience_count int, publisher jsonb,
  at_end text not null default 'stay' check (at_end in ('stay', 'refuse')), notice_level text, notice_columns jsonb, conditions jsonb,
  effective_date date not null, min_score numeric(5, 2), soldier_bonus numeric(5, 2) not null default 0, founder_bonus numeric(5, 2) not null default 0,
  stage text not null default 'applying' check (stage in ('applying', 'ranked', 'publicised', 'cleared', 'effective')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  constraint major_transfer_batch_window check (end_time > begin_time)
);
create index major_transfer_batch_begin_time on major_transfer_batch (tenant_id, begin_time desc, id);
create index major_transfer_batch_end_time on major_transfer_batch (tenant_id, end_time desc, id);
create index major_transfer_batch_name on major_transfer_batch (tenant_id, name, id);
create index major_transfer_batch_owner on major_transfer_batch (tenant_id, owner_department_id, begin_time desc);

alter table status_change add column batch_id uuid, add column choices jsonb, add column assess_score numeric(5, 2), add column rank int,
  add constraint status_change_batch foreign key (tenant_id, batch_id) references major_transfer_batch (tenant_id, id),
  drop constraint status_change_state_check,
  add constraint status_change_state_check check (state in ('pending', 'approved', 'rejected', 'returned', 'withdrawn', 'cancelled', 'publicised'));
-- One transfer of major that has not come to an end, in whichever batch; a change of another kind may stand beside it.
create unique index status_change_one_transfer on status_change (tenant_id, student_id)
  where is_transfer and (state in ('pending', 'returned', 'publicised') or (state = 'approved' and effect_state in ('none', 'scheduled')));
create index status_change_batch_id on status_change (tenant_id, batch_id, id) where batch_id is not null;
create index status_change_rank on status_change (tenant_id, rank, id);
create index status_change_assess_score on status_change (tenant_id, assess_score, id);
