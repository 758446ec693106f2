-- When the bed of somebody who comes later is given up.
alter table claim_link add column release_rule text not null default 'lateEnd' check (release_rule in ('lateEnd', 'notReported'));
