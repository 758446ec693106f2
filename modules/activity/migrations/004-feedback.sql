-- What students said of an activity: no column for a person, an author or a moment, an id that has no time in it, and rows that are written anew in random order each night.
create table activity_feedback (
  tenant_id uuid not null references tenant, id uuid not null default gen_random_uuid(),
  activity_id uuid not null,
  content int not null check (content between 1 and 5), organisation int not null check (organisation between 1 and 5), gain int not null check (gain between 1 and 5),
  words text, is_shown boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, activity_id) references activity (tenant_id, id)
) with (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
create index activity_feedback_activity_id on activity_feedback (tenant_id, activity_id);
-- Who has answered, and nothing of when or what.
alter table activity_enrolment add has_rated boolean not null default false;
