import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { type Ctx, compute, rules } from '#server/context.ts'
import { questionBank } from '../model/bank.ts'

type Bank = Row<typeof questionBank>
/** Where editors are named, others only read. */
export function mustEdit({ me }: Pick<Ctx, 'me'>, banks: readonly Bank[]): void {
  const closed = banks.find(({ editorIds, ownerId }) => editorIds?.length && me.userId && ownerId !== me.userId && !editorIds.includes(me.userId))
  if (closed) throw refusalOf(questionBank, 'notEditor', { name: closed.name })
}
export default [
  rules(questionBank, {
    async add({ me }, draft) {
      draft.ownerId = me.userId || null
      draft.departmentId ??= me.departmentId
    },
  }),
  compute(questionBank, ['questionCount', 'reviewedCount'], async ({ db }, rows) => {
    const ids = rows.map(row => row.id)
    const counts = await db.query<{
      id: string
      n: number
      reviewed: number
    }>(sql`select bank_id as id, count(*)::int as n, count(*) filter (where state = 'reviewed')::int as reviewed
      from test_question where tenant_id = ${db.me.tenantId} and bank_id = any(${ids}::uuid[]) group by 1`)
    for (const row of rows) {
      const found = counts.find(count => count.id === row.id)
      Object.assign(row, { questionCount: found?.n ?? 0, reviewedCount: found?.reviewed ?? 0 })
    }
  }),
]
