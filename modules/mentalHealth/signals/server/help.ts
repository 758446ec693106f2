import sql, { type Sql } from 'sql-template-tag'
import { mustAllow, refusalOf } from '#model'
import { student } from '#modules/student/model/student.ts'
import { ownStudentId, studentOf } from '#modules/student/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { type Db, handle } from '#server/context.ts'
import { askedPage } from '#server/data/asked-page.ts'
import { notifyWorkers } from '#server/jobs/queue-worker.ts'
import { closeTodos } from '#server/notifications/todos.ts'
import { audit } from '#server/records/verbs.ts'
import { type ABOUT, answerHelp, askHelp, helpDesk, helpRequest, type helpStates, myHelp, openHelp, takeHelp } from '../model/help-request.ts'
import { mustBeOfCentre } from './centre.ts'
import { HELP_QUEUE } from './help-queue.ts'
import { takeFacts } from './take-facts.ts'

/** Of an anonymous request nothing of the caller goes in, and it has neither history nor author; who is on duty is told by the queue, whose work bears nobody's name. */
const ask = handle(askHelp, async ({ db, me }, { about, person, text, contact, isAnonymous }) => {
  const studentId = ownStudentId(me)
  const named = person?.trim()
  if (about === 'peer' && !named) throw refusalOf(helpRequest, 'person', {}, 'person')
  const words = { about, person: about === 'peer' ? named : null, text: text.trim(), contact: contact?.trim() || null }
  if (isAnonymous) await db.insertMany(helpRequest, [{ ...words, isAnonymous: true, studentId: null }], { anonymous: true })
  else await db.insertMany(helpRequest, [{ ...words, isAnonymous: false, studentId }], { history: false })
  await notifyWorkers(db, HELP_QUEUE)
})
const mine = handle(myHelp, async ({ db, me }) => {
  const rows = await db.unscoped(helpRequest).all({ studentId: ownStudentId(me) }, { sort: ['-createdAt'] }) // the caller's own
  return rows.map(({ id, createdAt, about, state, answer }) => ({ id, at: createdAt, about, state, answer }))
})
interface Line {
  id: string
  at: string
  isAnonymous: boolean
  about: keyof typeof ABOUT
  state: keyof typeof helpStates.labels
  name: string | null
  className: string | null
  takenById: string | null
}
const lines = (db: Db, which: Sql, rest: Sql): Promise<Line[]> =>
  db.query<Line>(sql`select h.id, h.created_at as at, h.is_anonymous as "isAnonymous", h.about, h.state, s.name, c.name as "className", h.taken_by_id as "takenById"
    from help_request h left join student s on s.tenant_id = h.tenant_id and s.id = h.student_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
    where h.tenant_id = ${db.me.tenantId} and ${which} order by h.created_at desc, h.id ${rest}`)
async function shown(db: Db, rows: readonly Line[]) {
  const nameOf = await accountNamer(
    db,
    rows.map(r => r.takenById),
  )
  return rows.map(({ takenById, ...row }) => ({ ...row, by: takenById && nameOf(takenById) }))
}
const desk = handle(helpDesk, async (ctx, { view, current, size }) => {
  mustBeOfCentre(ctx, helpRequest)
  const { db } = ctx
  const page = askedPage({ current, size })
  const which = view === 'all' ? sql`true` : sql`h.state <> 'answered'`
  const [counted] = await db.query<{ n: number }>(sql`select count(*)::int as n from help_request h where h.tenant_id = ${db.me.tenantId} and ${which}`)
  const rows = await lines(db, which, page.limit)
  return { result: await shown(db, rows), page: page.head(counted?.n ?? 0) }
})
const open = handle(openHelp, async (ctx, { id }) => {
  mustBeOfCentre(ctx, helpRequest)
  const { db } = ctx
  const { person, text, contact, answer, studentId } = await db.unscoped(helpRequest).one(id) // the centre reads all
  const [head] = await shown(db, await lines(db, sql`h.id = ${id}`, sql`limit 1`))
  await audit(ctx, 'reveal', helpRequest.name, id, { fields: ['text', 'contact'] })
  const who = studentId ? await studentOf(db, studentId) : undefined
  return { ...(head as NonNullable<typeof head>), person, text, contact, answer, phone: who?.phone ?? null }
})
/** Locked first: of two who take it the second reads who has it. */
const take = handle(takeHelp, async ({ db, me }, { id }) => {
  mustBeOfCentre({ me }, helpRequest)
  const row = await db.unscoped(helpRequest).lock(id) // the centre works all
  if (row.state === 'taken' && row.takenById) throw refusalOf(helpRequest, 'taken', { name: (await accountNamer(db, [row.takenById]))(row.takenById) })
  mustAllow(helpRequest, row, 'take')
  await db.updateWhere(helpRequest, { id }, { state: 'taken', takenById: me.userId }, { history: false })
})
const answer = handle(answerHelp, async ({ db, me }, { id, answer: words, aboutStudentId }) => {
  mustBeOfCentre({ me }, helpRequest)
  if (aboutStudentId && !(await db.visible(student).find({ id: aboutStudentId }))) throw refusalOf(helpRequest, 'none', {}, 'aboutStudentId')
  const row = await db.unscoped(helpRequest).lock(id, 'answer') // the centre works all
  const patch = { state: 'answered', answer: words.trim(), answeredAt: new Date().toISOString(), takenById: me.userId } as const
  await db.updateWhere(helpRequest, { id }, { ...patch, aboutStudentId: aboutStudentId ?? null }, { history: false })
  if (aboutStudentId) await takeFacts(db, [{ studentId: aboutStudentId, signal: 'helpRequest', occurredAt: row.createdAt, value: 1, sourceId: id }])
  await closeTodos(db, { bizType: helpRequest.name, bizId: id }, 'done', '已回应')
})
export default [ask, mine, desk, open, take, answer]
