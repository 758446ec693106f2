import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { compute, rules } from '#server/context.ts'
import { postApplication } from '../model/application.ts'
import { postInterview } from '../model/interview.ts'
import { workPost } from '../model/post.ts'

const mustCome = (slot: string | null | undefined): void => {
  if (slot && Date.parse(slot) <= Date.now()) throw refusalOf(postInterview, 'past', { slot: schoolTimeText(slot) }, 'slot')
}
export default [
  rules(postInterview, {
    async add({ db }, draft) {
      mustCome(draft.slot)
      draft.unitId = (await db.unscoped(workPost).one(draft.postId ?? '')).unitId // the row itself is then in scope or refused
    },
    update: async (_ctx, _row, patch) => mustCome(patch.slot),
    async remove({ db }, row) {
      const n = await db.unscoped(postApplication).count({ interviewId: row.id }) // of the interview itself
      if (n) throw refusalOf(postInterview, 'taken', { n })
    },
  }),
  compute(postInterview, ['taken'], async ({ db }, rows) => {
    const counts = await db.query<{ id: string; n: number }>(sql`select interview_id as id, count(*)::int as n from post_application
      where tenant_id = ${db.me.tenantId} and interview_id = any(${rows.map(r => r.id)}::uuid[]) group by 1`)
    const of = new Map(counts.map(c => [c.id, c.n]))
    for (const row of rows) row.taken = of.get(row.id) ?? 0
  }),
]
