-- Who gave an answer how much; where two people mark it, none of them sees the other's row.
create table test_mark (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  answer_id uuid not null, marker_id uuid not null, turn int not null check (turn between 1 and 3), score numeric(6, 1) not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, answer_id) references test_answer (tenant_id, id) on delete cascade,
  foreign key (tenant_id, marker_id) references sys_user (tenant_id, id)
);
create unique index test_mark_answer_id_marker_id_key on test_mark (tenant_id, answer_id, marker_id);
-- Of two who mark an answer at once each has a turn of their own.
create unique index test_mark_answer_id_turn_key on test_mark (tenant_id, answer_id, turn);
create index test_mark_marker_id on test_mark (tenant_id, marker_id);
insert into test_mark (tenant_id, answer_id, marker_id, turn, score) select tenant_id, id, marked_by, 1, score from test_answer where marked_by is not null and score is not null;
alter table test_schedule add column is_double boolean not null default false;
