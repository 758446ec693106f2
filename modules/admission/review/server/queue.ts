import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'
import { compute, handle } from '#server/context.ts'
import { reexaminationQueue } from '../model/actions.ts'
import { entryReexamination, HOLD_MINUTES, type reexaminationStates } from '../model/reexamination.ts'

const MOST = 100
interface Waiting {
  id: string
  name: string
  state: keyof typeof reexaminationStates.labels
  daysLeft: number
}
/** The most urgent first: doubts, then by the end of the three months. */
const queue = handle(reexaminationQueue, async ({ db, me }, { departmentId }) => {
  const seen = sql`${db.visible(entryReexamination).rows()} r where r.state in ('open', 'doubt') and (${departmentId ?? null}::uuid is null or r.department_id = ${departmentId ?? null})`
  const [counts] = await db.query<{ open: number; doubt: number; late: number }>(
    sql`select count(*) filter (where r.state = 'open')::int as open, count(*) filter (where r.state = 'doubt')::int as doubt, count(r.warned_at)::int as late from ${seen}`,
  )
  const rows = await db.query<Waiting>(sql`select r.id, s.name, r.state, r.due_at::date - current_date as "daysLeft"
    from (select * from ${seen}) r join student s on s.tenant_id = r.tenant_id and s.id = r.student_id
    where (r.holder_id is null or r.holder_id = ${me.userId} or r.held_at < now() - make_interval(mins => ${HOLD_MINUTES}))
      and (r.state = 'open' or r.first_id is distinct from ${me.userId}::uuid)
    order by r.state, r.due_at, r.id limit ${MOST}`)
  return { ...(counts ?? { open: 0, doubt: 0, late: 0 }), rows }
})
const daysLeft = compute(entryReexamination, ['daysLeft'], async (_ctx, rows) => {
  for (const row of rows) row.daysLeft = row.state === 'open' || row.state === 'doubt' ? Math.ceil((Date.parse(row.dueAt) - Date.now()) / DAY_MS) : null
})
export default [queue, daysLeft]
