-- What the state has repaid of loans of those who serve, and that banks hear of it.
alter table credit_loan add column repaid bigint not null default 0 check (repaid >= 0), add constraint credit_loan_repaid check (repaid <= arrived);
alter table loan_change drop constraint loan_change_kind_check,
  add constraint loan_change_kind_check check (kind in ('suspend', 'resume', 'retain', 'enlist', 'leave', 'graduate', 'extend', 'contact', 'repay', 'revoke'));
