-- Reminders already sent are noted with every task's, in minutes.
insert into task_mark (tenant_id, task_id, mark)
  select p.tenant_id, p.id, round(m::numeric * 60)::int from holiday_plan p, jsonb_array_elements_text(p.reminded_at) m where jsonb_typeof(p.reminded_at) = 'array' on conflict do nothing;
