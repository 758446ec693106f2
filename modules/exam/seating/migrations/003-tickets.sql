-- Tickets: their window and pattern, the numbers of applicants, and the states that follow a registration.
alter table exam_seating add column ticket_from timestamptz not null default now(), add column ticket_to timestamptz not null default now(),
  add column zkzh_pattern text not null default '{yy}{kind}{room3}{seat2}', add column refund_after_seating boolean not null default false,
  add column ticket_notice text, add column opened_at timestamptz, add constraint exam_seating_window check (ticket_to >= ticket_from);
create index exam_seating_ticket_from on exam_seating (tenant_id, ticket_from desc, id);

alter table exam_applicant add column zkzh text;
create unique index exam_applicant_zkzh on exam_applicant (tenant_id, batch_id, zkzh);
create index exam_applicant_by_zkzh on exam_applicant (tenant_id, zkzh, id);

alter table exam_application drop constraint exam_application_state_check, add constraint exam_application_state_check check (state in (
  'draft', 'pending', 'returned', 'rejected', 'approved', 'paid', 'seated', 'scored', 'admitted', 'waitlisted', 'notAdmitted', 'confirmed', 'declined', 'lapsed'));
