-- lpad cuts off a longer number: from its ten thousandth on, several numbers of a day were the same.
alter table holiday_stay alter column stay_no set default 'LX' || to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD') || '-' || to_char(nextval('holiday_stay_no_seq') % 1000000, 'FM900000');
