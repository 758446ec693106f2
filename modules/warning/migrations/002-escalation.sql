-- How far up the line a case has gone, and when its counsellor was told that it is urgent.
alter table warning_case add raised text check (raised in ('college', 'officer')), add urgent_told_at timestamptz;
create index warning_case_due_at on warning_case (tenant_id, due_at) where state = 'open' and due_at is not null;
