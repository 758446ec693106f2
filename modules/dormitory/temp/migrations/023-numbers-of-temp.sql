-- lpad cuts off a longer number: from its ten thousandth on, several numbers of a day were the same.
alter table temp_location alter column temp_no set default 'WS' || to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD') || '-' || to_char(nextval('temp_location_no_seq') % 1000000, 'FM990000');
