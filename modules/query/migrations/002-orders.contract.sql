-- Ordered answers are background tasks; what an earlier program left is put among them.
insert into background_task (tenant_id, id, queue, payload)
  select tenant_id, job_id, 'query.orders', jsonb_build_object('lang', lang, 'name', name, 'subject', subject, 'spec', spec, 'reason', reason, 'queryId', query_id, 'isScheduled', is_scheduled)
  from query_order on conflict do nothing;
drop table query_order;
