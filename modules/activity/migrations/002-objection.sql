-- A student objects to an absence once; whoever runs the activity answers.
alter table activity_enrolment
  add objection text check (objection in ('open', 'granted', 'refused')),
  add objection_reason text,
  add objection_reply text,
  add constraint activity_enrolment_objection check ((objection is null) = (objection_reason is null));
