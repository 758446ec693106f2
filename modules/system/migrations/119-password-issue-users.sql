-- Whom an issue of first passwords is for is settled when it starts, inside the reach of whoever starts it.
-- One that runs while this is applied ends without the rest; it can be started again.
alter table password_issue add column user_ids uuid[] not null default '{}';
