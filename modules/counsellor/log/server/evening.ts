import sql from 'sql-template-tag'
import { accountsOfTeachers } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { closeTodosLater, hasOpenTodos, openObjects, openTodos } from '#server/notifications/todos.ts'

const DRAFTS = 'workDrafts'
const LINK = '/counsellor/work'
/** Drafts that wait, by author: all of them, or those of one. */
const waitingOf = (db: Db, authorId?: string): Promise<Array<{ authorId: string; n: number }>> =>
  db.query(
    sql`select author_id as "authorId", count(*)::int as n from work_log where tenant_id = ${db.me.tenantId} and state = 'draft' ${authorId ? sql`and author_id = ${authorId}` : sql``} group by 1`,
  )
/** 60-CD6: what a day has left as drafts is confirmed once, in the evening: one to-do of each author, whatever is waiting. */
export async function askForDrafts(db: Db): Promise<number> {
  return db.tx(async tx => {
    const waiting = await waitingOf(tx)
    const accounts = await accountsOfTeachers(
      tx,
      waiting.map(w => w.authorId),
    )
    const asked = waiting.flatMap(({ authorId, n }) => {
      const userId = accounts.get(authorId)
      return userId ? [{ userId, bizId: authorId, n }] : []
    })
    await openTodos(
      tx,
      asked.map(({ userId, bizId, n }) => ({
        ...{ userId, kind: 'reminder', bizType: DRAFTS, bizId, link: LINK, mobileLink: LINK },
        title: { text: '{n} 条工作记录待你确认', values: { n } },
      })),
    )
    const still = new Set(asked.map(a => a.bizId))
    const gone = (await openObjects(tx, DRAFTS)).filter(id => !still.has(id))
    if (gone.length) await closeTodosLater(tx, { bizType: DRAFTS, bizId: gone }, 'cancelled')
    return asked.length
  })
}
/** Once nothing is waiting for an author any more, neither is the to-do. */
export async function draftsSettled(db: Db, authorId: string): Promise<void> {
  // of two who confirm the last two at once, the second waits here and then sees that nothing is left
  await db.query(sql`select from todo where tenant_id = ${db.me.tenantId} and biz_type = ${DRAFTS} and biz_id = ${authorId} and state = 'open' for update`)
  if (!(await waitingOf(db, authorId)).length) await closeTodosLater(db, { bizType: DRAFTS, bizId: authorId }, 'done', '已确认')
}
export default scheduledJob('counsellor.evening', '请确认当天的工作记录', '0 20 * * *', askForDrafts, {
  due: `select from work_log where tenant_id = $1 and state = 'draft' union all ${hasOpenTodos(DRAFTS)}`,
})
