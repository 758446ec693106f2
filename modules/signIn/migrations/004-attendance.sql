-- Attendance of weeks is counted from the index of days alone. Signing writes into every index anyway, since one of them has the state as its condition.
drop index sign_line_date;
create index sign_line_date on sign_line (tenant_id, date desc, id) include (student_id, state);
