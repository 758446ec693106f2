-- A due date is reminded of once a day, whatever runs again.
alter table bill_line add column reminded_on date;
