-- Day on which somebody who had only completed turned graduate.
alter table graduation_audit add column converted_on date;
