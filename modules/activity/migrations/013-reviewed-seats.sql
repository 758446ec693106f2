-- Seats given by the organiser, who chooses among all who apply.
alter table activity drop constraint activity_enrol_way_check;
alter table activity add constraint activity_enrol_way_check check (enrol_way in ('first', 'lottery', 'review'));
