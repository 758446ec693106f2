-- Surveys that guardians answer by a link to their phone.
alter table survey add column asked text not null default 'self' check (asked in ('self', 'guardian'));
alter table survey_ticket add column token_hash text, add column sent_at timestamptz, add column wants_link boolean not null default false;
create unique index survey_ticket_token_hash_key on survey_ticket (tenant_id, token_hash);
create index survey_ticket_wants_link on survey_ticket (tenant_id, survey_id, id) where wants_link;
