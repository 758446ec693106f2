-- Seats shared out among colleges, grades or genders, and the group each enrolment is in.
alter table activity
  add split_by text check (split_by in ('college', 'grade', 'gender')),
  add quota_split jsonb,
  add split_until timestamptz,
  add split_freed_at timestamptz,
  add constraint activity_split check (split_by is null or (quota is not null and split_until is not null));
alter table activity_enrolment add split_key text;
create index activity_split_due on activity (tenant_id, split_until) where split_by is not null and split_freed_at is null and state = 'approved';
-- Seats of a group are counted under the lock of the activity, without reading its rows.
create index activity_enrolment_groups on activity_enrolment (tenant_id, activity_id, state, split_key);
