import sql from 'sql-template-tag'
import { mustAllow, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { ownStudentId, selfStudent, studentOf } from '#modules/student/server/api.ts'
import { staffOf } from '#modules/workflow/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { TALK_MESSAGES } from '../model/messages.ts'
import { arrangeTalk, askTalk, callToTalk, myTalks, type TalkRequest, talkDesk, talked, talkRequest, talkStates, withdrawTalk } from '../model/talk-request.ts'

const [MINE, DESK] = ['/counsellor/my-talks', '/counsellor/talks']
const SHOWN = 50
const about: MessageAbout<TalkRequest> = {
  bizType: talkRequest.name,
  link: () => MINE,
  values: ({ at, place }) => ({ at: at ? schoolTimeText(at) : '', place: place ?? '' }),
}
const todos = rowTodos(talkRequest, about, {
  arrange: { text: '{name}想和你谈谈，请约个时间', while: r => r.state === 'asked', gone: r => r.state === 'withdrawn', link: () => DESK, message: TALK_MESSAGES.asked },
})
/** Accounts of the student's counsellors of today. */
async function counsellorsOf(db: Db, studentId: string): Promise<string[]> {
  const who = await studentOf(db, studentId)
  return who ? staffOf(db, { counselledClassId: who.counselledClassId ?? who.classId, departmentId: who.departmentId }, 'fdy') : []
}
/** Students whom the caller counsels today. */
const served = ({
  me,
}: Pick<Ctx, 'me'>) => sql`(select x.id, x.name, x.class_id from student x join class_staff_now c on c.tenant_id = x.tenant_id and c.class_id = x.counselled_class_id
  where x.tenant_id = ${me.tenantId} and c.role = 'fdy' and c.teacher_id = ${me.teacherId || null}::uuid and x.deleted_at is null)`
async function mustServe(ctx: Pick<Ctx, 'db' | 'me'>, studentId: string): Promise<boolean> {
  const found = await ctx.db.query(sql`select 1 from ${served(ctx)} x where x.id = ${studentId} limit 1`)
  return found.length > 0
}
async function mustBeFree(db: Db, studentId: string): Promise<void> {
  const open = await db.unscoped(talkRequest).find({ studentId, state: ['asked', 'arranged'] }) // the student's own
  if (open) throw refusalOf(talkRequest, 'open', { state: { text: talkStates.labels[open.state] } })
}
function mustBeAhead(at: string): void {
  if (Date.parse(at) <= Date.now()) throw refusalOf(talkRequest, 'past', { at: schoolTimeText(at) }, 'at')
}
const ask = handle(askTalk, async (ctx, { topic, words }) => {
  const { db } = ctx
  const who = await selfStudent(ctx, { lock: true })
  await mustBeFree(db, who.id)
  const to = await counsellorsOf(db, who.id)
  if (!to.length) throw refusalOf(talkRequest, 'noCounsellor')
  const row = await db.insert(talkRequest, { studentId: who.id, topic: topic ?? null, words: words?.trim() || null })
  await todos.open(db, 'arrange', [{ row, who, to }])
})
const withdraw = handle(withdrawTalk, async ({ db, me }, { id }) => {
  const row = await db.unscoped(talkRequest).lock(id) // compared with the caller next
  if (row.studentId !== ownStudentId(me)) throw notFound()
  mustAllow(talkRequest, row, 'withdraw')
  const after = await db.update(talkRequest, id, { state: 'withdrawn' })
  await todos.follow(db, [after])
  const who = await studentOf(db, row.studentId)
  if (row.state === 'arranged' && who) await notifyAbout(db, TALK_MESSAGES.withdrawn, about, [{ row: after, who, to: await counsellorsOf(db, row.studentId), link: DESK }])
})
const shown = ({ id, topic, words, reply, state, at, place, isCalled, createdAt }: TalkRequest) => ({ id, topic, words, reply, state, at, place, isCalled, askedAt: createdAt })
const mine = handle(myTalks, async ({ db, me }) => {
  const studentId = ownStudentId(me)
  const rows = await db.unscoped(talkRequest).all({ studentId }, { sort: ['-createdAt'], limit: SHOWN }) // the caller's own
  const names = await db.query<{
    name: string
  }>(sql`select distinct t.name from student x join class_staff_now c on c.tenant_id = x.tenant_id and c.class_id = x.counselled_class_id and c.role = 'fdy'
    join teacher t on t.tenant_id = c.tenant_id and t.id = c.teacher_id where x.tenant_id = ${db.me.tenantId} and x.id = ${studentId} order by 1`)
  const counsellor = names.map(n => n.name).join('、') || null
  return rows.map(row => ({ ...shown(row), counsellor }))
})
const desk = handle(talkDesk, async ctx => {
  const { db } = ctx
  const people = await db.query<{ id: string; studentId: string; name: string; className: string | null }>(sql`select r.id, x.id as "studentId", x.name, k.name as "className"
    from ${served(ctx)} x join talk_request r on r.tenant_id = ${db.me.tenantId} and r.student_id = x.id left join stu_class k on k.tenant_id = r.tenant_id and k.id = x.class_id
    where r.state in ('asked', 'arranged') order by (r.state = 'asked') desc, r.at, r.created_at limit ${SHOWN}`)
  const rows = new Map((await db.unscoped(talkRequest).all({ id: people.map(p => p.id) })).map(r => [r.id, r])) // of the caller's own students
  return people.flatMap(({ id, ...who }) => {
    const row = rows.get(id)
    return row ? [{ ...shown(row), ...who }] : []
  })
})
async function settle(db: Db, row: TalkRequest, patch: Partial<TalkRequest>, isTold: boolean): Promise<void> {
  const after = await db.update(talkRequest, row.id, patch)
  await todos.follow(db, [after])
  const who = await studentOf(db, row.studentId)
  if (isTold && who) await notifyAbout(db, TALK_MESSAGES.arranged, about, [{ row: after, who }])
}
async function lockServed(ctx: Pick<Ctx, 'db' | 'me'>, id: string, verb: 'arrange' | 'talked'): Promise<TalkRequest> {
  const row = await ctx.db.unscoped(talkRequest).lock(id) // of a student of the caller, which is asked next
  if (!(await mustServe(ctx, row.studentId))) throw notFound()
  mustAllow(talkRequest, row, verb)
  return row
}
const arrange = handle(arrangeTalk, async (ctx, { id, at, place, reply }) => {
  const row = await lockServed(ctx, id, 'arrange')
  mustBeAhead(at)
  await settle(ctx.db, row, { state: 'arranged', at, place, reply: reply?.trim() || null, byId: ctx.me.userId }, true)
})
const call = handle(callToTalk, async (ctx, { studentId, topic, at, place, reply }) => {
  const { db, me } = ctx
  if (!(await mustServe(ctx, studentId))) throw refusalOf(talkRequest, 'notYours', {}, 'studentId')
  mustBeAhead(at)
  await studentOf(db, studentId, { lock: true })
  const open = await db.unscoped(talkRequest).find({ studentId, state: ['asked', 'arranged'] }) // of a student of the caller
  const patch = { state: 'arranged' as const, at, place, reply: reply?.trim() || null, byId: me.userId }
  // whoever has asked already gets this time
  if (open) return settle(db, open, patch, true)
  const row = await db.insert(talkRequest, { studentId, topic: topic ?? null, isCalled: true, ...patch })
  const who = await studentOf(db, studentId)
  if (who) await notifyAbout(db, TALK_MESSAGES.arranged, about, [{ row, who }])
})
const over = handle(talked, async (ctx, { id }) => settle(ctx.db, await lockServed(ctx, id, 'talked'), { state: 'done' }, false))
export default [ask, withdraw, mine, desk, arrange, call, over]
