import sql from 'sql-template-tag'
import { handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { closeTodos } from '#server/notifications/todos.ts'
import { myObjections, objection, objectionStates, withdrawObjection } from '../model/objection.ts'
import { lockLine, releaseLine, targetText } from './lines.ts'

type State = keyof typeof objectionStates.labels
interface Own {
  id: string
  noticeTitle: string
  columns: string[]
  shown: Record<string, string>
  grounds: string
  raisedAt: string
  dueOn: string
  state: State
  answer: string | null
  decidedAt: string | null
}
const MOST = 100
const mine = handle(myObjections, async ({ db, me }) => {
  const rows =
    await db.query<Own>(sql`select o.id, n.title as "noticeTitle", n.columns, l.shown, o.grounds, o.raised_at as "raisedAt", o.due_on::text as "dueOn", o.state, o.answer, o.decided_at as "decidedAt"
    from objection o join public_notice n on n.tenant_id = o.tenant_id and n.id = o.notice_id join public_notice_line l on l.tenant_id = o.tenant_id and l.id = o.line_id
    where o.tenant_id = ${me.tenantId} and o.claimant_id = ${me.userId} order by o.raised_at desc limit ${MOST}`)
  return rows.map(({ columns, shown, ...row }) => ({
    ...row,
    target: targetText(columns, shown),
    raisedAt: new Date(row.raisedAt).toISOString(),
    decidedAt: row.decidedAt ? new Date(row.decidedAt).toISOString() : null,
  }))
})
/** Withdraws one's own objection while it is unanswered. The result continues as if it had not been raised. */
const withdraw = handle(withdrawObjection, async ({ db, me, refuse }, { id }) => {
  const [own] = await db.query<{ lineId: string }>(sql`select line_id as "lineId" from objection where tenant_id = ${me.tenantId} and id = ${id} and claimant_id = ${me.userId}`)
  const line = own && (await lockLine(db, own.lineId))
  if (!line) throw notFound()
  const isOwn = sql`id = ${id} and claimant_id = ${me.userId} and state = 'open'`
  const [gone] = await db.updateWhere(objection, isOwn, { state: 'withdrawn' }, { anonymous: true })
  if (!gone) {
    const [now] = await db.query<{ state: State }>(sql`select state from objection where tenant_id = ${me.tenantId} and id = ${id}`)
    return refuse('settled', { state: objectionStates.labels[now?.state ?? 'withdrawn'] })
  }
  await closeTodos(db, { bizType: 'objection', bizId: id }, 'cancelled')
  await releaseLine(db, line)
  await db.emit('publicNotice.objectionDecided', { objectionId: id, bizType: line.bizType, bizId: line.bizId, upheld: false })
})
export default [mine, withdraw]
