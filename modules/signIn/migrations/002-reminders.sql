-- Reminders, by hand and by the clock, are noted with every task's.
insert into task_mark (tenant_id, task_id, mark)
  select o.tenant_id, o.id, m::int from sign_occurrence o, jsonb_array_elements_text(o.reminded) m where o.state = 'open' and jsonb_typeof(o.reminded) = 'array' on conflict do nothing;
insert into task_reminder (tenant_id, task_id, student_id, reminded_at)
  select tenant_id, occurrence_id, student_id, reminded_at from sign_line where reminded_at > now() - interval '2 hours' on conflict do nothing;
