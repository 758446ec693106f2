import sql, { empty, type Sql } from 'sql-template-tag'
import { department, major, stuClass } from '#modules/campus/model/organisation.ts'
import { handle } from '#server/context.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { COMES, findShown } from '../../steps/server/api.ts'
import { board } from '../model/actions.ts'

interface Counts {
  total: number
  intended: number
  information: number
  planned: number
  paid: number
  bed: number
  goods: number
  arrived: number
  done: number
}
const NONE: Counts = { total: 0, intended: 0, information: 0, planned: 0, paid: 0, bed: 0, goods: 0, arrived: 0, done: 0 }
/** Codes of the usual steps whose number a column shows. */
const has = (code: string): Sql => sql`count(*) filter (where ${code} = any(x.settled))::int`
/** Members in the reader's scope who still come, by college, by major of a college, or by class of a major, with the whole, in one statement. */
export default handle(board, async ({ db }, { batchId, departmentId, majorId }) => {
  const batch = await findShown(db, batchId)
  const names = { departmentName: (await db.cached(department)).get(departmentId ?? '')?.name ?? null, majorName: (await db.cached(major)).get(majorId ?? '')?.name ?? null }
  if (!batch) return { batchId: null, batch: null, ...names, ...NONE, groups: [] }
  const by = majorId ? sql`s.class_id` : departmentId ? sql`s.major_id` : sql`s.department_id`
  const rows = await db.query<
    Counts & { id: string | null; isWhole: boolean }
  >(sql`select x.id, grouping(x.id) = 1 as "isWhole", count(*)::int as total, ${has('intention')} as intended, ${has('information')} as information, ${has('arrival')} as planned,
      ${has('fee')} as paid, ${has('dorm')} as bed, ${has('goods')} as goods, count(x.arrived_at)::int as arrived, count(*) filter (where x.open = 0)::int as done
    from (select ${by} as id, m.arrived_at, t.settled, t.open from ${db.visible(welcomeMember).rows()} m join student s on s.tenant_id = m.tenant_id and s.id = m.student_id
      join admitted_student a on a.tenant_id = m.tenant_id and a.id = m.student_id and ${COMES}
      join lateral (select array_agg(d.step_code) filter (where d.state in ('done', 'waived')) as settled,
          count(*) filter (where p.required and p.phase <> 'after' and d.state not in ('done', 'waived')) as open
        from welcome_step_state d join welcome_step p on p.tenant_id = d.tenant_id and p.batch_id = d.batch_id and p.code = d.step_code
        where d.tenant_id = m.tenant_id and d.batch_id = m.batch_id and d.student_id = m.student_id) t on true
      where m.batch_id = ${batch.id} ${departmentId ? sql`and s.department_id = ${departmentId}` : empty} ${majorId ? sql`and s.major_id = ${majorId}` : empty}) x
    group by grouping sets ((), (x.id))`)
  const known = majorId ? await db.cached(stuClass) : departmentId ? await db.cached(major) : await db.cached(department)
  const counts = ({ id: _, isWhole: __, ...rest }: Counts & { id: string | null; isWhole: boolean }): Counts => rest
  const whole = rows.find(r => r.isWhole)
  return {
    ...{ batchId: batch.id, batch: batch.name, ...names },
    ...(whole ? counts(whole) : NONE),
    groups: rows
      .filter(r => !r.isWhole)
      .map(r => ({ id: r.id, name: known.get(r.id ?? '')?.name ?? '—', ...counts(r) }))
      .sort((a, b) => a.arrived / a.total - b.arrived / b.total || a.name.localeCompare(b.name)),
  }
})
