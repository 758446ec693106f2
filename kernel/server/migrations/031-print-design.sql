-- What a clerk designs: the seal is a file of the template itself, `based_on` names the program's paper a copy was made of, `numbering` how its papers are numbered.
alter table print_template add column seal jsonb, add column based_on text, add column numbering jsonb, add column edition int not null default 1;
update print_template set seal = jsonb_build_array(seal_id) where seal_id is not null;
alter table print_template drop column seal_id;

-- A paper keeps the layout it was printed with: every edition stays, the program's own among them. `print_issue.template_version` names the edition.
-- Nobody saved those that came with an update of the program.
create table print_template_edition (
  tenant_id uuid not null references tenant, template_id uuid not null, edition int not null,
  name text not null, paper text not null, layout jsonb not null, is_own boolean not null, seal jsonb, numbering jsonb,
  saved_by uuid, saved_at timestamptz not null default now(),
  primary key (tenant_id, template_id, edition),
  foreign key (tenant_id, template_id) references print_template (tenant_id, id) on delete cascade
);
