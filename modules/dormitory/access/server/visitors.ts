import sql from 'sql-template-tag'
import { mustAllow, type Row } from '#model'
import { schoolInstant, schoolTimeText } from '#model/school-time.ts'
import { studentByNo } from '#modules/student/server/api.ts'
import { countTriedNumbers } from '#server/access/tried-numbers.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { inTurn, whenDue } from '#server/deadlines/deadlines.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { dormBuilding } from '../../places/model/places.ts'
import { managersOf } from '../../stays/server/api.ts'
import { ACCESS_MESSAGES } from '../model/messages.ts'
import { dormVisitor, visitorStates } from '../model/visitor.ts'
import { admitVisitor, answerVisit, myVisitors, registerVisitor, signOutVisitor, visitorCounts } from '../model/visitor-actions.ts'
import { accessSettings } from './settings.ts'

const PAGE = '/dormitory/access/visitors'
const MINE = '/dormitory/access/mine'
const aboutVisit: MessageAbout<Row<typeof dormVisitor>> = { bizType: 'dormVisitor', link: () => MINE, values: visit => ({ name: visit.name }) }
/** The host's, to say whether they expect the visitor. */
const visitTodos = rowTodos(dormVisitor, aboutVisit, {
  answer: {
    text: '{name} 来访，请确认',
    while: visit => visit.state === 'pending',
    done: visit => (visit.state === 'confirmed' ? '同意' : visitorStates.labels[visit.state]),
    gone: visit => visit.state === 'expired',
    link: () => MINE,
    dueAt: visit => visit.leaveBy,
    priority: 'high',
    message: ACCESS_MESSAGES.visitAsked,
  },
})
/** 20-DA9: visitors leave before the night. */
const leaveBy = async (db: Db): Promise<string> => schoolInstant(today(), (await accessSettings(db)).visitorLeaveBy)

/** The host's name is shown only after the host has agreed; a refusal reveals neither the number's owner nor their room. */
const register = handle(registerVisitor, async ({ db, me, refuse }, { studentNo, ...given }) => {
  const dorm = await db.visibleFor(dormBuilding, registerVisitor.permission).one(given.dormId)
  const until = await leaveBy(db)
  if (Date.parse(until) <= Date.now()) refuse('tooLate', { until: schoolTimeText(until).slice(11) })
  countTriedNumbers(me, 1)
  const host = await residentOf(db, dorm.id, studentNo)
  if (!host) return refuse('unknownHost', { dorm: dorm.fullName, studentNo }, 'studentNo')
  const { userId } = host
  if (!userId) return refuse('noAccount', { studentNo }, 'studentNo')
  const made = await db.insert(dormVisitor, { ...given, hostStudentId: host.id, leaveBy: until })
  await visitTodos.open(db, 'answer', [{ row: made, to: [userId], more: { dorm: dorm.fullName ?? dorm.name, until: schoolTimeText(until).slice(11) } }])
  return { id: made.id, leaveBy: until }
})
async function residentOf(db: Db, dormId: string, studentNo: string) {
  const who = await studentByNo(db, studentNo)
  const stays = who
    ? await db.query(sql`select 1 from dorm_stay where tenant_id = ${db.me.tenantId} and student_id = ${who.id} and dorm_id = ${dormId} and state = 'checkedIn'`)
    : []
  return stays.length ? who : undefined
}
const admit = handle(admitVisitor, async (ctx, { id }) => {
  const { db, refuse } = ctx
  const row = await db.visible(dormVisitor).lock(id)
  if (row.state === 'pending') refuse('notConfirmed', { name: row.name })
  mustAllow(dormVisitor, row, 'admit', row.name)
  if (Date.parse(row.leaveBy) <= Date.now()) refuse('tooLate', { until: schoolTimeText(row.leaveBy).slice(11) })
  await db.update(dormVisitor, id, { state: 'inside', inAt: new Date().toISOString() })
})
const signOut = handle(signOutVisitor, async (ctx, { id }) => {
  await ctx.db.visible(dormVisitor).lock(id, 'signOut')
  await ctx.db.update(dormVisitor, id, { state: 'left', outAt: new Date().toISOString() })
})
const counts = handle(visitorCounts, async ({ db }) => {
  const [row] = await db.query<{ pending: number; inside: number; overtime: number }>(sql`select count(*) filter (where state in ('pending', 'confirmed'))::int as pending,
    count(*) filter (where state = 'inside')::int as inside, count(*) filter (where state = 'inside' and leave_by < now())::int as overtime
    from ${db.visible(dormVisitor).rows()} v where state in ('pending', 'confirmed', 'inside')`)
  return row ?? { pending: 0, inside: 0, overtime: 0 }
})
const MOST = 20
const mine = handle(myVisitors, async ({ db, me }) => {
  if (!me.studentId) return []
  const rows = await db.unscoped(dormVisitor).all({ hostStudentId: me.studentId }, { sort: ['-createdAt'], limit: MOST }) // the caller's own visitors
  const dorms = await db.cached(dormBuilding)
  return rows.map(({ id, name, purpose, state, createdAt, leaveBy: until, dormId }) => ({
    id,
    name,
    purpose,
    state,
    createdAt,
    leaveBy: until,
    dormName: dorms.get(dormId)?.fullName ?? '—',
    canAnswer: state === 'pending',
  }))
})
const answer = handle(answerVisit, async ({ db, me }, { id, isExpected }) => {
  const row = await db.unscoped(dormVisitor).lock(id) // the host is looked up by number below
  if (!me.studentId || row.hostStudentId !== me.studentId) throw notFound()
  mustAllow(dormVisitor, row, 'answer', row.name)
  const answered = isExpected ? { state: 'confirmed' as const, confirmedAt: new Date().toISOString() } : { state: 'declined' as const }
  await visitTodos.follow(db, [await db.update(dormVisitor, id, answered)])
})

/** 20-DA9: those who never entered are closed. */
const expire = whenDue(dormVisitor, {
  when: `t.state in ('pending', 'confirmed')`,
  at: 'leaveBy',
  set: { state: 'expired' },
  act: (db, rows) => visitTodos.follow(db, rows),
})
/** 20-DA9: notifies managers once of visitors still inside after hours. */
const stillInside = whenDue(dormVisitor, {
  when: `t.state = 'inside' and t.told_at is null`,
  at: 'leaveBy',
  set: now => ({ toldAt: now }),
  bookkeeping: true,
  async act(db, rows) {
    const byDorm = Map.groupBy(rows, r => r.dormId)
    const [managers, dorms] = await Promise.all([managersOf(db, [...byDorm.keys()]), db.cached(dormBuilding)])
    await notifyEach(
      db,
      ACCESS_MESSAGES.visitorOvertime,
      [...byDorm].map(([dormId, those]) => ({
        to: managers.get(dormId) ?? [],
        values: { count: those.length, dorm: dorms.get(dormId)?.fullName ?? '', names: those.map(t => t.name), until: schoolTimeText(those[0]?.leaveBy ?? Date.now()).slice(11) },
        bizType: 'dormVisitor',
        bizId: those[0]?.id ?? '',
        link: PAGE,
        mobileLink: PAGE,
      })),
    )
  },
})
export const tellOvertime = inTurn(expire, stillInside)
export default [register, admit, signOut, counts, mine, answer]
