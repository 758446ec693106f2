-- Business domain that a directory of the menu bar stands for: a school may give it another title. Until now the title said which it was.
alter table menu add column domain text;
create unique index menu_domain_key on menu (tenant_id, domain) where domain is not null;
update menu m set domain = x.domain from (
  select distinct on (m.tenant_id, d.domain) m.tenant_id, m.id, d.domain from menu m join (values
    ('own', '我的'), ('student', '学生'), ('daily', '日常'), ('housing', '宿舍'), ('aid', '资助'), ('growth', '成长'), ('enrolment', '迎新毕业'), ('data', '数据'), ('manage', '管理')
  ) d(domain, title) on d.title = m.title
  where m.type = 'dir' and m.terminal = 'web' and m.parent_id is null order by m.tenant_id, d.domain, m.created_at, m.id) x
where m.tenant_id = x.tenant_id and m.id = x.id;
