import sql from 'sql-template-tag'
import { schoolInstant, schoolTimeText } from '#model/school-time.ts'
import { calendarOf, schoolDayAfter } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { attachFiles, giveFiles } from '#server/files/attachments.ts'
import { notify } from '#server/notifications/notify.ts'
import { openTodos } from '#server/notifications/todos.ts'
import { settingsOf } from '../../flows/server/api.ts'
import { noticeLineStates, publicNoticeLine } from '../model/notice.ts'
import { NOTICE_MESSAGES } from '../model/notice-messages.ts'
import { objection, raiseObjection } from '../model/objection.ts'
import { deskOf, type Handlers, handlersOf } from './handlers.ts'
import { type LineOfNotice, lockLine, targetText } from './lines.ts'
import { readable } from './reader.ts'

async function answerBy(db: Db): Promise<string> {
  const [book, settings] = await Promise.all([calendarOf(db), settingsOf(db)])
  return schoolDayAfter(book, today(), settings['publicNotice.answerDays'])
}
/** Whether the reader may see the line; if not, the refusal does not reveal that it exists. */
async function canRead(ctx: Pick<Ctx, 'db' | 'me'>, lineId: string): Promise<boolean> {
  const found = await ctx.db.query(sql`select 1 from public_notice_line l join public_notice n on n.tenant_id = l.tenant_id and n.id = l.notice_id
    where l.tenant_id = ${ctx.me.tenantId} and l.id = ${lineId} and ${await readable(ctx)}`)
  return found.length > 0
}
/** Written without a user: `createdBy` would identify the objector (40-N3). A unique index allows one open objection per person and result. */
async function write(
  db: Db,
  line: LineOfNotice,
  handlers: Handlers,
  given: { grounds: string; contact: string | null; files: string[] | null; dueOn: string },
): Promise<string | undefined> {
  const id = uuidv7()
  const draft = {
    ...given,
    id,
    noticeId: line.noticeId,
    lineId: line.id,
    claimantId: db.me.userId,
    raisedAt: new Date().toISOString(),
    handlerRole: handlers.role,
    departmentId: handlers.departmentId,
  }
  return (await db.insertMany(objection, [draft], { skipExisting: true, anonymous: true })) ? id : undefined
}
const raised = (db: Db, lineId: string): Promise<Array<{ at: string }>> =>
  db.query(sql`select raised_at as at from objection where tenant_id = ${db.me.tenantId} and line_id = ${lineId} and claimant_id = ${db.me.userId} and state = 'open'`)

/** 40-N3: an objection suspends that one result, not the notice; the role named in the notice handles it. */
export default handle(raiseObjection, async (ctx, { lineId, grounds, files, contact }) => {
  const { db, refuse } = ctx
  const isSeen = await canRead(ctx, lineId)
  const line = await lockLine(db, lineId)
  if (!line) throw notFound()
  const over = Date.parse(line.endAt) <= Date.now() || !['scheduled', 'running'].includes(line.noticeState)
  const target = targetText(line.columns, line.shown)
  if (!isSeen && !over) throw notFound()
  if (over) refuse('notRunning', { title: line.title, beginAt: schoolTimeText(new Date(line.beginAt).toISOString()), endAt: schoolTimeText(new Date(line.endAt).toISOString()) })
  if (line.state !== 'shown' && line.state !== 'suspended') refuse('settled', { target, state: noticeLineStates.labels[line.state] })
  const [dueOn, handlers] = await Promise.all([answerBy(db), handlersOf(db, line)])
  const id = await write(db, line, handlers, { grounds, contact: contact ?? null, files: files?.length ? files : null, dueOn })
  if (!id) {
    const [before] = await raised(db, lineId)
    return refuse('twice', { target, raisedAt: before ? schoolTimeText(new Date(before.at).toISOString()) : '' })
  }
  if (files?.length) await handOver(db, id, files, handlers)
  await db.updateWhere(publicNoticeLine, { id: line.id, state: 'shown' }, { state: 'suspended' }, { anonymous: true })
  await before(db, line, handlers, id, dueOn)
  return { id, dueOn }
})
/** Transfers the evidence files to the handlers: file lists show the owner's name. */
async function handOver(db: Db, id: string, files: readonly string[], { userIds: [first] }: Handlers): Promise<void> {
  await attachFiles(db, objection, id, { files })
  if (first) await giveFiles(db, objection, id, first)
}
/** Notifies the handlers, without naming the objector. */
async function before(db: Db, line: LineOfNotice, { role, userIds }: Handlers, id: string, dueOn: string): Promise<void> {
  const link = deskOf(role, id)
  const dueAt = schoolInstant(dueOn, '17:30')
  await notify(db, NOTICE_MESSAGES.objectionArrived, { to: userIds, values: { title: line.title, dueOn }, bizType: 'objection', bizId: id, link, mobileLink: link })
  await openTodos(
    db,
    userIds.map(userId => ({
      userId,
      kind: 'task' as const,
      title: { text: '答复异议：{title}', values: { title: line.title } },
      bizType: 'objection',
      bizId: id,
      link,
      mobileLink: link,
      dueAt,
      priority: 'high' as const,
    })),
  )
}
