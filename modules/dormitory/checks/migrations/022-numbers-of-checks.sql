-- lpad cuts off a longer number: from its ten thousandth on, several numbers of a day were the same.
alter table dorm_violation alter column violation_no set default 'WJ' || to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD') || '-' || to_char(nextval('dorm_violation_no_seq') % 1000000, 'FM990000');
