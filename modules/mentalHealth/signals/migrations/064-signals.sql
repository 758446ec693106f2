-- Facts about students that add up to a proposed case, and by which rules.
create table attention_rule (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  signal text not null, title text not null, window_days int not null check (window_days between 1 and 90), weight int not null check (weight between 1 and 20), is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index attention_rule_signal_key on attention_rule (tenant_id, signal);

create table attention_signal (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, rule_id uuid not null, occurred_at timestamptz not null, value numeric(10, 2) not null, weight int not null check (weight between 0 and 20), source_id text not null,
  case_id uuid, handled_by_id uuid, handled_at timestamptz, reason text, reason_hash text,
  state text not null default 'new' check (state in ('new', 'handled', 'dismissed')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, rule_id) references attention_rule (tenant_id, id),
  foreign key (tenant_id, case_id) references attention_case (tenant_id, id),
  foreign key (tenant_id, handled_by_id) references sys_user (tenant_id, id)
);
-- An event counts once.
create unique index attention_signal_student_id_rule_id_source_id_key on attention_signal (tenant_id, student_id, rule_id, source_id);
create index attention_signal_occurred_at on attention_signal (tenant_id, occurred_at desc, id);
create index attention_signal_student_id on attention_signal (tenant_id, student_id, occurred_at desc);
create index attention_signal_rule_id on attention_signal (tenant_id, rule_id);
create index attention_signal_case_id on attention_signal (tenant_id, case_id);
create index attention_signal_handled_by_id on attention_signal (tenant_id, handled_by_id);
-- Results that wait for a talk and are no signal yet are looked for every few minutes.
create index mh_result_to_interview on mh_result (tenant_id, student_id) where state = 'toInterview';

create table help_request (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  is_anonymous boolean not null default false, about text not null check (about in ('self', 'peer')), student_id uuid, person text, person_hash text,
  text text not null, text_hash text not null, contact text, contact_hash text, is_told boolean not null default false,
  taken_by_id uuid, answer text, answer_hash text, answered_at timestamptz, about_student_id uuid,
  state text not null default 'waiting' check (state in ('waiting', 'taken', 'answered')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, about_student_id) references student (tenant_id, id),
  foreign key (tenant_id, taken_by_id) references sys_user (tenant_id, id),
  constraint help_request_anonymous check (case when is_anonymous then student_id is null and created_by is null else student_id is not null end),
  constraint help_request_answered check ((state = 'answered') = (answer is not null))
);
create index help_request_created_at on help_request (tenant_id, created_at desc, id);
create index help_request_student_id on help_request (tenant_id, student_id);
create index help_request_about_student_id on help_request (tenant_id, about_student_id);
create index help_request_taken_by_id on help_request (tenant_id, taken_by_id);
create index help_request_untold on help_request (tenant_id) where not is_told;
-- Identifiers of the program carry the millisecond; logs say who called in which one. Of an anonymous request neither identifier nor times do.
create function help_request_without_moment() returns trigger language plpgsql as $$
begin
  if new.is_anonymous then
    new.id := gen_random_uuid();
    new.created_at := date_trunc('hour', now());
    new.updated_at := new.created_at;
  end if;
  return new;
end $$;
create trigger help_request_without_moment before insert on help_request for each row execute function help_request_without_moment();
