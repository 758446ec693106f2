import sql from 'sql-template-tag'
import { handle } from '#server/context.ts'
import { greenFigures } from '../model/application.ts'
import { greenChannel } from '../model/green-channel.ts'

interface Group {
  departmentId: string | null
  department: string
  people: number
  pending: number
  onSite: number
  granted: number
  deferred: number
}
export default handle(greenFigures, ({ db }) =>
  db.query<Group>(sql`select g.department_id as "departmentId", coalesce(d.name, '—') as department, count(distinct g.student_id)::int as people,
      count(*) filter (where g.state in ('pending', 'returned'))::int as pending, count(*) filter (where g.on_site)::int as "onSite",
      coalesce(sum((select sum((one->>'granted')::bigint) from jsonb_array_elements(g.lines) one)) filter (where g.state = 'approved'), 0)::float8 as granted,
      coalesce(sum(g.deferred) filter (where g.state = 'approved'), 0)::float8 as deferred
    from ${db.visible(greenChannel).rows()} g left join department d on d.tenant_id = g.tenant_id and d.id = g.department_id
    where g.state in ('pending', 'returned', 'approved') group by 1, 2 order by granted desc, 2`),
)
