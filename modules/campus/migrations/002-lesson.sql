-- The timetable. `class_ids` is kept in order, so that equal sets are equal values.
create table lesson (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  xn text not null, xq_m text not null, course_no text not null, course_name text not null, teacher_id uuid, class_ids jsonb not null,
  weekday int not null, section_from int not null, section_to int not null, weeks text not null, venue_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, teacher_id) references teacher (tenant_id, id),
  foreign key (tenant_id, venue_id) references venue (tenant_id, id),
  check (xq_m in ('1', '2', '3')), check (weekday between 1 and 7), check (section_from between 1 and section_to)
);
create unique index lesson_key on lesson (tenant_id, xn, xq_m, course_no, class_ids, weekday, section_from, weeks);
create index lesson_teacher on lesson (tenant_id, teacher_id, xn, xq_m);
create index lesson_venue on lesson (tenant_id, venue_id);
create index lesson_course on lesson (tenant_id, course_name);

-- Which classes sit in a lesson, one row each: behind row-level security no index finds them inside the list. Written by the trigger alone.
create table lesson_class (
  tenant_id uuid not null references tenant, class_id uuid not null, lesson_id uuid not null,
  primary key (tenant_id, class_id, lesson_id),
  foreign key (tenant_id, lesson_id) references lesson (tenant_id, id) on delete cascade,
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id)
);
create index lesson_class_lesson on lesson_class (tenant_id, lesson_id);
create function spread_lesson_classes() returns trigger language plpgsql as $$
begin
  delete from lesson_class where tenant_id = new.tenant_id and lesson_id = new.id;
  insert into lesson_class (tenant_id, class_id, lesson_id) select distinct new.tenant_id, c::uuid, new.id from jsonb_array_elements_text(new.class_ids) c;
  return null;
end $$;
create trigger lesson_classes after insert or update of class_ids on lesson for each row execute function spread_lesson_classes();

-- When the sections of a day begin and end, by campus and season.
create table lesson_section (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  campus_id uuid not null, season text not null default 'all', no int not null, "begin" text not null, "end" text not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, campus_id) references campus (tenant_id, id),
  check (season in ('all', 'summer', 'winter')), check (no between 1 and 20), check ("end" > "begin")
);
create unique index lesson_section_key on lesson_section (tenant_id, campus_id, season, no);
