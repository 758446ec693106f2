-- Accounts of students that can act today. Before enrolment it is that of the welcome realm: a student has one at most.
create or replace view student_account with (security_invoker = true) as
  select a.tenant_id, a.student_id, a.id as user_id from active_account a
  where a.student_id is not null and (a.realm = 'admin' or (a.realm = 'welcome'
    and not exists (select from active_account o where o.tenant_id = a.tenant_id and o.realm = 'admin' and o.student_id = a.student_id)));
