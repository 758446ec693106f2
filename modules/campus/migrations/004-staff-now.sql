-- Accounts of members of staff that can act today; a teacher has one at most.
create view teacher_account with (security_invoker = true) as
  select tenant_id, teacher_id, id as user_id from active_account where realm = 'admin' and teacher_id is not null;
-- Who counsels or heads which class today: a span is half-open, its end date is the first day without.
create view class_staff_now with (security_invoker = true) as
  select tenant_id, id, class_id, role, teacher_id, is_primary, start_date from class_staff where start_date <= current_date and (end_date is null or end_date > current_date);
