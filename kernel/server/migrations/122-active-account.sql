-- The one rule for whether an account can act today: neither switched off nor past its last day. One that is locked after wrong passwords opens again by itself.
create function account_is_active(status text, valid_until date) returns boolean language sql stable parallel safe
  as $$ select status not in ('disabled', 'expired') and coalesce(valid_until >= current_date, true) $$;
create view active_account with (security_invoker = true) as
  select tenant_id, id, realm, user_type, account_no, nick_name, student_id, teacher_id, department_id, created_at from sys_user where account_is_active(status, valid_until);
