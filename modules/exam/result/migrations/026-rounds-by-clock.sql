-- The clock runs the rounds of results that are published from now on; the others stay with admissions.
alter table admission_run add column rounds_tied_at timestamptz, add column rounds_over_at timestamptz;
update admission_run set rounds_over_at = now() where state = 'published';
alter table admission_round alter column by drop not null;
