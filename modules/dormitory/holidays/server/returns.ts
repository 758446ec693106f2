import sql from 'sql-template-tag'
import type { Row } from '#model'
import { schoolInstant, schoolTimeText } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { excusedByLeave } from '#modules/leave/server/api.ts'
import { holidayDestination, holidayPlan } from '#modules/outing/model/holiday.ts'
import { type Plan, planOf } from '#modules/outing/server/api.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { openIncident } from '../../access/server/api.ts'
import { escalationOf, type HandledState, isUnsettled } from '../../nights/model/handling.ts'
import { incidentText, lacksNextStep } from '../../nights/server/api.ts'
import { bedsOfStudents } from '../../temp/server/api.ts'
import { handleOverdue, overdueReturns } from '../model/closing-actions.ts'
import { HOLIDAY_MESSAGES } from '../model/messages.ts'
import { settingsOf } from './settings.ts'

type Destination = Pick<Row<typeof holidayDestination>, 'id'>
const aboutReturn: MessageAbout<Destination> = { bizType: 'holidayDestination', link: () => LINK, values: () => ({}) }
/** Staff's, to find out about somebody who has not come back. */
const returnTodos = rowTodos<Destination, 'handle', Destination & { handling: HandledState }>(holidayDestination, aboutReturn, {
  handle: {
    text: '{name} {plan}逾期未返校',
    while: of => isUnsettled(of.handling),
    done: of => (of.handling === 'explained' ? '已返校' : '已处置'),
    link: () => LINK,
    message: HOLIDAY_MESSAGES.holidayLate,
  },
})
/** 20-DH7: deadline for the return. */
export function returnDeadline({ holidayTo }: Pick<Plan, 'holidayTo'>, { returnGraceDays, returnTime }: { returnGraceDays: number; returnTime: string }): string {
  return schoolInstant(addDays(holidayTo, returnGraceDays), returnTime)
}
/** Days after the end during which a holiday is followed up; longer absences are handled in term. */
export const FOLLOWED_DAYS = 14
const LIMITS = { college: 60, officer: 120 }
const LINK = '/dormitory/holiday?tab=returns'
interface Late {
  destinationId: string
  studentId: string
  name: string
  studentNo: string | null
  classId: string | null
  className: string | null
  backPlanned: string | null
}
const away = sql`d.choice <> 'stay' and d.back_at is null and s.status = 'active' and s.deleted_at is null`
/** Students past the deadline, neither back nor on leave. */
async function lateOf(db: Db, plan: Plan, until: string): Promise<Late[]> {
  const rows =
    await db.query<Late>(sql`select d.id as "destinationId", s.id as "studentId", s.name, s.student_no as "studentNo", s.class_id as "classId", c.name as "className", d.back_planned as "backPlanned"
    from holiday_destination d join student s on s.tenant_id = d.tenant_id and s.id = d.student_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
    where d.tenant_id = ${db.me.tenantId} and d.plan_id = ${plan.id} and ${away}`)
  const now = new Date().toISOString()
  const onLeave = await excusedByLeave(
    db,
    { from: until, to: now },
    rows.map(r => r.studentId),
  )
  return rows.filter(r => !onLeave.has(r.studentId))
}
/** Opens a case for each overdue student, once; closes those of returned students; escalates unhandled ones. */
export async function escalateReturns(db: Db, now = Date.now()): Promise<number> {
  const settings = await settingsOf(db)
  const plans = await db.unscoped(holidayPlan).all({ state: ['published', 'closed'], 'holidayTo.ge': addDays(today(), -FOLLOWED_DAYS), 'holidayTo.le': today() }) // scheduled job without a user: no data scope applies
  let opened = 0
  for (const plan of plans) {
    const until = returnDeadline(plan, settings)
    if (Date.parse(until) > now) continue
    const late = await lateOf(db, plan, until)
    opened += await openCases(db, plan, until, late)
    await closeCases(db, plan)
    await carryOn(db, plan, until, late, now)
  }
  return opened
}
async function openCases(db: Db, plan: Plan, until: string, late: readonly Late[]): Promise<number> {
  const fresh = await db.query<{
    id: string
  }>(sql`insert into holiday_overdue (tenant_id, destination_id) select ${db.me.tenantId}, x from unnest(${late.map(l => l.destinationId)}::uuid[]) x
    on conflict do nothing returning destination_id as id`)
  const opened = late.filter(l => fresh.some(f => f.id === l.destinationId))
  await tellStaff(db, plan, until, opened, 'fdy')
  await db.emitMany(
    'dormitory.returnLate',
    opened.map(({ studentId, destinationId }) => ({ studentId, destinationId })),
  )
  return fresh.length
}
/** Closes cases of students who are back, or on leave. */
async function closeCases(db: Db, plan: Plan): Promise<void> {
  const gone = await db.query<{ id: string }>(sql`update holiday_overdue o set handling = 'explained', handled_at = now() from holiday_destination d, student s
    where o.tenant_id = ${db.me.tenantId} and d.tenant_id = o.tenant_id and d.id = o.destination_id and d.plan_id = ${plan.id} and s.tenant_id = d.tenant_id and s.id = d.student_id
      and o.handling in ('open', 'notFound') and not (${away}) returning o.destination_id as id`)
  await returnTodos.follow(
    db,
    gone.map(({ id }) => ({ id, handling: 'explained' })),
  )
}
/** 20-DN5: unhandled cases escalate to the college after an hour, to the officer after two. */
async function carryOn(db: Db, plan: Plan, until: string, late: readonly Late[], now: number): Promise<void> {
  const open = await db.query<{ id: string; openedAt: string; escalation: number }>(sql`select destination_id as id, opened_at as "openedAt", escalation from holiday_overdue
    where tenant_id = ${db.me.tenantId} and destination_id = any(${late.map(l => l.destinationId)}::uuid[]) and handling = 'open' for update`)
  for (const level of [1, 2] as const) {
    const due = open.filter(o => o.escalation < level && escalationOf(new Date(o.openedAt).toISOString(), now, LIMITS) >= level).map(o => o.id)
    if (!due.length) continue
    await db.query(sql`update holiday_overdue set escalation = ${level} where tenant_id = ${db.me.tenantId} and destination_id = any(${due}::uuid[])`)
    await tellStaff(
      db,
      plan,
      until,
      late.filter(l => due.includes(l.destinationId)),
      level === 1 ? 'college' : 'officer',
    )
  }
}
async function tellStaff(db: Db, plan: Plan, until: string, late: readonly Late[], which: 'fdy' | 'college' | 'officer'): Promise<void> {
  if (!late.length) return
  const students = await studentsOf(
    db,
    late.map(l => l.studentId),
  )
  const answering = await staffOfAll(db, [...students.values()], which)
  const people = new Map([...students.keys()].map((id, at) => [id, answering[at] ?? []]))
  await returnTodos.open(
    db,
    'handle',
    late.map(l => ({ row: { id: l.destinationId }, who: { userId: null, ...l }, to: people.get(l.studentId) ?? [], more: { plan: plan.name, until: schoolTimeText(until) } })),
  )
}
interface Case {
  destinationId: string
  handling: HandledState
  note: string | null
  nextStep: string | null
  openedAt: string
}
/** Overdue students in the reader's scope, unhandled ones first. */
const list = handle(overdueReturns, async ({ db }, { planId }) => {
  const plan = await planOf(db, planId) // students are scoped next
  const until = returnDeadline(plan, await settingsOf(db))
  const rows = await db.query<
    Omit<Late, 'classId'> & Case
  >(sql`select d.id as "destinationId", s.id as "studentId", s.name, s.student_no as "studentNo", c.name as "className", d.back_planned as "backPlanned",
      o.handling, o.note, o.next_step as "nextStep", o.opened_at as "openedAt"
    from ${db.visibleFor(holidayDestination, 'dormitory:holidayClosing:board').rows()} d join holiday_overdue o on o.tenant_id = ${db.me.tenantId} and o.destination_id = d.id
      join student s on s.tenant_id = o.tenant_id and s.id = d.student_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
    where d.plan_id = ${planId} and ${away} order by (o.handling in ('open', 'notFound')) desc, c.name, s.student_no`)
  return rows.map(r => ({ ...r, until }))
})
const handled = handle(handleOverdue, async ({ db, me, refuse }, { destinationId, state, note, nextStep }) => {
  const row = await db.visibleFor(holidayDestination, 'dormitory:holidayDeparture:note').one(destinationId)
  const who = (await studentsOf(db, [row.studentId])).get(row.studentId)
  if (row.backAt) refuse('isBack', { name: who?.name ?? '' })
  const of = { state, note: note ?? null, nextStep: nextStep ?? null }
  if (lacksNextStep(of)) refuse('nextStepMissing', { name: who?.name ?? '' }, 'nextStep')
  await db.query(sql`insert into holiday_overdue as o (tenant_id, destination_id, handling, note, next_step, handled_at, handled_by) values (${me.tenantId}, ${destinationId}, ${state}, ${of.note}, ${of.nextStep}, now(), ${me.userId})
    on conflict (tenant_id, destination_id) do update set handling = excluded.handling, note = excluded.note, next_step = excluded.next_step, handled_at = now(), handled_by = excluded.handled_by`)
  await returnTodos.follow(db, [{ id: destinationId, handling: state }])
  const bed = state === 'notFound' ? (await bedsOfStudents(db, [row.studentId])).get(row.studentId) : undefined
  if (bed) await openIncident(db, { dormId: bed.dormId, text: incidentText(who?.name ?? '', bed.fullName, of), studentIds: [row.studentId] })
})
export default [
  list,
  handled,
  scheduledJob('dormitory.holidayReturns', '假期逾期未返校', '*/15 * * * *', db => escalateReturns(db), {
    due: `select from holiday_plan where tenant_id = $1 and state in ('published', 'closed') and holiday_to between current_date - ${FOLLOWED_DAYS} and current_date`,
  }),
]
