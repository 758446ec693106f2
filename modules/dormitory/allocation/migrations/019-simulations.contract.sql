-- Simulations that an earlier program queued or was at work on go on as background tasks.
insert into background_task (tenant_id, id, queue, payload) select tenant_id, id, 'dormitory.presort', '{}' from presort_run where state in ('queued', 'running') on conflict do nothing;
