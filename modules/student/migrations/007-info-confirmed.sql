-- When the student last confirmed that the record is right.
alter table student add column info_confirmed_at timestamptz;
