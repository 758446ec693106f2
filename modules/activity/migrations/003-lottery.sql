-- Seats by lot: a seed whose hash is told while people enrol, and numbers that are drawn.
alter table activity
  add enrol_way text not null default 'first' check (enrol_way in ('first', 'lottery')),
  add draw_seed text,
  add draw_hash text,
  add drawn_at timestamptz,
  add constraint activity_lottery check (enrol_way <> 'lottery' or (quota is not null and draw_seed is not null and draw_hash is not null));
alter table activity_enrolment
  drop constraint activity_enrolment_state_check,
  add constraint activity_enrolment_state_check check (state in ('applied', 'admitted', 'waiting', 'notAdmitted', 'offered', 'expired', 'cancelled', 'present', 'late', 'absent', 'excused')),
  add admitted_at timestamptz,
  add draw_no int,
  add draw_rank int,
  add draw_half boolean not null default false;
update activity_enrolment set admitted_at = enrolled_at where state in ('admitted', 'present', 'late', 'absent', 'excused');
-- A number is drawn once.
create unique index activity_enrolment_draw_no_key on activity_enrolment (tenant_id, activity_id, draw_no);
create index activity_undrawn on activity (tenant_id, enrol_to) where state = 'approved' and enrol_way = 'lottery' and drawn_at is null;
create index activity_enrolment_admitted_at on activity_enrolment (tenant_id, student_id, admitted_at);
