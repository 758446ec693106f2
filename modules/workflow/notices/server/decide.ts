import sql from 'sql-template-tag'
import type { Row, StoredRow } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import { type ActionCtx, type Db, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { notify } from '#server/notifications/notify.ts'
import { closeTodos } from '#server/notifications/todos.ts'
import { HANDLERS, NOTICE_PAGES, publicNoticeLine } from '../model/notice.ts'
import { NOTICE_MESSAGES } from '../model/notice-messages.ts'
import { decideObjection, objection, objectionStates } from '../model/objection.ts'
import { isHandler } from './handlers.ts'
import { type LineOfNotice, lockLine, releaseLine } from './lines.ts'
import { readAt } from './publish.ts'
import { runAgain } from './run-again.ts'

type Objection = Row<typeof objection> & Pick<StoredRow<typeof objection>, 'claimantId'>
type Deciding = ActionCtx<typeof decideObjection>
/** 40-N3: upheld, the result is taken off and its module changes it; dismissed, it continues. The module's callback runs in the same transaction. */
export default handle(decideObjection, async (ctx, { id, upheld, answer }) => {
  const { db, me } = ctx
  const seen = await db.visible(objection).one(id)
  const line = (await lockLine(db, seen.lineId)) as LineOfNotice // the row refers to it
  const row = await db.visible(objection).with('claimantId').lock(id)
  await refuseWrong(ctx, row)
  const state = upheld ? 'upheld' : 'dismissed'
  const decidedAt = new Date().toISOString()
  await db.update(objection, id, { state, answer, handlerId: me.userId, decidedAt })
  const settled = upheld ? [row, ...(await settleOthers(db, row, answer, decidedAt))] : [row]
  if (upheld) await db.updateWhere(publicNoticeLine, { id: line.id }, { state: 'removed' })
  await releaseLine(db, line)
  await closeTodos(db, { bizType: 'objection', bizId: settled.map(s => s.id) }, 'done', objectionStates.labels[state])
  await db.emitMany(
    'publicNotice.objectionDecided',
    settled.map(s => ({ objectionId: s.id, bizType: line.bizType, bizId: line.bizId, upheld })),
  )
  await tellDecided(ctx, line, settled, { upheld, answer })
  return { movedUp: upheld ? await runAgain(ctx, line) : [] }
})
async function refuseWrong({ db, me, lang, refuse }: Deciding, row: Objection): Promise<void> {
  if (!isHandler(me, row)) refuse('notHandler', { role: translate(lang, HANDLERS[row.handlerRole]) })
  if (row.claimantId === me.userId) refuse('own')
  if (row.state === 'withdrawn') refuse('withdrawn')
  if (row.state === 'open') return
  const [by] = await db.query<{ name: string }>(sql`select nick_name as name from sys_user where tenant_id = ${me.tenantId} and id = ${row.handlerId}`)
  refuse('settled', { by: by?.name ?? '', at: schoolTimeText(row.decidedAt ?? row.updatedAt), state: objectionStates.labels[row.state] })
}
/** The result is changed: closes other objections to it with the same answer. */
const settleOthers = (db: Db, { id, lineId }: Objection, answer: string, decidedAt: string): Promise<Array<Pick<Objection, 'id' | 'claimantId'>>> =>
  db.updateWhere(
    objection,
    sql`line_id = ${lineId} and id <> ${id} and state = 'open'`,
    { state: 'upheld', answer, handlerId: db.me.userId, decidedAt },
    { returning: ['claimantId'] },
  )
/** Notifies the objector of the answer; the person concerned only of a change. */
async function tellDecided(
  { db }: Deciding,
  line: LineOfNotice,
  settled: ReadonlyArray<Pick<Objection, 'id' | 'claimantId'>>,
  { upheld, answer }: { upheld: boolean; answer: string },
) {
  const result = { text: objectionStates.labels[upheld ? 'upheld' : 'dismissed'] }
  const to = settled.flatMap(s => (s.claimantId ? [s.claimantId] : []))
  const about = { bizType: 'publicNotice', bizId: line.noticeId }
  const realms = await db.query<{ realm: keyof typeof NOTICE_PAGES; to: string[] }>(
    sql`select realm, array_agg(id) as to from sys_user where tenant_id = ${db.me.tenantId} and id = any(${to}::uuid[]) group by 1`,
  )
  for (const { realm, to: those } of realms) {
    const link = `${NOTICE_PAGES[realm]}?tab=mine`
    await notify(db, NOTICE_MESSAGES.objectionAnswered, { ...about, link, mobileLink: link, to: those, values: { title: line.title, result, answer } })
  }
  if (!upheld) return
  const own = line.studentId ? [...(await accountsOf(db, [line.studentId])).values()] : [line.userId ?? ''].filter(Boolean)
  const there = line.userId ? readAt(db, line.bizType) : NOTICE_PAGES.admin
  await notify(db, NOTICE_MESSAGES.resultChanged, { ...about, link: there, mobileLink: there, to: own.filter(id => !to.includes(id)), values: { title: line.title, answer } })
}
