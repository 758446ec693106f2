-- Names of people on a wall, the family name alone, are allowed apart from room numbers.
alter table screen_device add column show_masked_names boolean not null default false;
