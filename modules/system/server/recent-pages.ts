import sql from 'sql-template-tag'
import { handle } from '#server/context.ts'
import { noteOpening, recentPage, recentPages } from '../model/recent-page.ts'

/** Pages kept for each person. */
const KEPT = 20
const mine = handle(recentPages, async ({ db, me }) => {
  const rows = await db.unscoped(recentPage).all({ userId: me.userId }, { sort: ['-openedAt'], limit: KEPT }) // the caller's own
  return rows.map(({ path }) => ({ path }))
})
const note = handle(noteOpening, async ({ db, me }, { path }) => {
  await db.upsert(recentPage, ['userId', 'path'], [{ userId: me.userId, path, openedAt: new Date().toISOString() }], { history: false })
  const older = sql`t.user_id = ${me.userId} and t.id in (select r.id from recent_page r where r.tenant_id = ${me.tenantId} and r.user_id = ${me.userId} order by r.opened_at desc offset ${KEPT})`
  await db.removeWhere(recentPage, older, { history: false })
})
export default [mine, note]
