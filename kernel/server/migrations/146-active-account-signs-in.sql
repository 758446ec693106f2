-- What messages, reminders and checks ask of accounts that can act: how they are reached, how they sign in, and when they last did.
create or replace view active_account with (security_invoker = true) as
  select tenant_id, id, realm, user_type, account_no, nick_name, student_id, teacher_id, department_id, created_at,
    mobile, mobile_verified, email, password_hash is not null as has_password, must_change_password, last_login_time
  from sys_user where account_is_active(status, valid_until);
