-- The last run stands on the job itself: runs that found nothing to do are counted here and leave no row in job_log.
alter table job add column last_at timestamptz,
  add column last_state text check (last_state in ('running', 'done', 'failed', 'lost', 'skipped')),
  add column empty_runs int not null default 0;
update job j set last_at = l.started_at, last_state = l.state from (
  select distinct on (tenant_id, job_id) tenant_id, job_id, started_at, state from job_log order by tenant_id, job_id, started_at desc) l
where l.tenant_id = j.tenant_id and l.job_id = j.id;
