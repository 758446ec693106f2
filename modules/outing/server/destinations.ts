import sql from 'sql-template-tag'
import { type InputOf, type Phrase, type Row, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { type StudentOf, studentsOf } from '#modules/student/server/api.ts'
import { notOpen } from '#modules/workflow/rounds/model/round.ts'
import { handleAnswers, staffOf } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { compute, type Db, handle } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { CHOICES, holidayDestination, holidayPlan } from '../model/holiday.ts'
import { destinationBack, ownDestinations } from '../model/holiday-actions.ts'
import { HOLIDAY_MESSAGES } from '../model/messages.ts'
import { dateOf } from '../model/rules.ts'
import type { Plan } from './plans.ts'
import { mustKnow, regionNames, showRegions } from './regions.ts'

type Destination = Row<typeof holidayDestination>
type Form = InputOf<typeof ownDestinations.answer>
const TRAVEL = ['leaveAt', 'backPlanned', 'cantonCode', 'transport', 'tripNo'] as const
const NEEDED = ['leaveAt', 'backPlanned', 'cantonCode'] as const

/** Travel details are required for leaving and refused for staying. */
function checkForm(plan: Plan, form: Form): void {
  const labels = (keys: readonly (typeof TRAVEL)[number][]): string[] => keys.map(k => holidayDestination.fields[k].label)
  if (form.choice === 'stay') {
    const extra = TRAVEL.filter(k => form[k])
    if (extra.length) throw refusalOf(holidayDestination, 'stayFields', { fields: labels(extra) }, extra[0])
    if (!plan.stayAllowed) throw refusalOf(holidayDestination, 'stayOff', { name: plan.name }, 'choice')
    if (plan.stayNeedsApproval) throw refusalOf(holidayDestination, 'stayApply', { name: plan.name }, 'choice')
    return
  }
  const lacking = NEEDED.filter(k => !form[k])
  if (lacking.length) throw refusalOf(holidayDestination, 'needed', { choice: CHOICES[form.choice], fields: labels(lacking) }, lacking[0])
  if (form.leaveAt && form.backPlanned && Date.parse(form.backPlanned) <= Date.parse(form.leaveAt))
    throw refusalOf(holidayDestination, 'order', { from: schoolTimeText(form.leaveAt), to: schoolTimeText(form.backPlanned) }, 'backPlanned')
}
/** A student counts as gone at their stated time; until then an answer may be changed freely (20-G6). */
const hasLeft = (row: Destination, now = Date.now()): boolean => row.leaveAt !== null && Date.parse(row.leaveAt) <= now
const RECENT = 20
/** Answers are changed until the end of the holiday, those given after leaving are told to the counsellor (20-G6). */
const answers = handleAnswers(holidayPlan, holidayDestination, ownDestinations, {
  cannotChange(plan) {
    if (plan.state === 'cancelled') return notOpen(holidayPlan, plan)
    return today() > plan.holidayTo ? refusalOf(holidayDestination, 'ended', { name: plan.name, to: plan.holidayTo }) : undefined
  },
  async check({ db }, { round, form }) {
    checkForm(round, form)
    await mustKnow(db, holidayDestination, form.cantonCode)
  },
  columns: ({ before }) => ({ answeredAt: new Date().toISOString(), ...(before && hasLeft(before) ? { changedAfterAt: new Date().toISOString() } : {}) }),
  async answered({ db }, { who, round, before }, row) {
    if (before && hasLeft(before)) await tellChanged(db, round, who, before, row)
    await db.emit('outing.destinationAnswered', { studentId: row.studentId, id: row.id, planId: row.planId, choice: row.choice, from: row.leaveAt, to: row.backPlanned })
  },
  async mine({ db }, who) {
    const known = await db.unscoped(holidayDestination).all({ studentId: who.id }, { sort: ['-answeredAt'], limit: RECENT }) // restricted to the caller's own rows
    return async ({ round, answer }) => ({
      suggested: suggestionFor(
        who,
        known.find(r => r.planId !== round.id),
      ),
      companions: answer ? await companionsOf(db, answer) : [],
    })
  },
})
async function tellChanged(db: Db, plan: Plan, who: StudentOf, before: Destination, after: Destination): Promise<void> {
  const { full } = await regionNames(db)
  const text = (row: Destination): Phrase => ({ text: '{choice} {place}', values: { choice: { text: CHOICES[row.choice] }, place: full(row.cantonCode ?? '') ?? '' } })
  const values = { plan: plan.name, name: who.name, className: who.className ?? '', from: text(before), to: text(after) }
  await notify(db, HOLIDAY_MESSAGES.destinationChanged, { to: await staffOf(db, who, 'fdy'), values, bizType: 'holidayDestination', bizId: after.id, link: '/outing/holidays' })
}
/** 20-G6: suggested values from the last answer or the student record. */
function suggestionFor(who: StudentOf, last: Destination | undefined) {
  if (last) return { choice: last.choice, cantonCode: last.cantonCode, address: last.address, transport: last.transport, contactPhone: last.contactPhone ?? who.phone }
  return { choice: 'home' as const, cantonCode: who.homeCanton, address: who.homeAddress, transport: null, contactPhone: who.phone }
}
/** Students travelling to the same city on the same day, where both have opted in. */
const companionsOf = (db: Db, row: Destination): Promise<Array<{ name: string; className: string | null; tripNo: string | null }>> =>
  row.showsToCompanions && row.cantonCode && row.leaveAt
    ? db.query(sql`select s.name, c.name as "className", d.trip_no as "tripNo" from holiday_destination d
        join student s on s.tenant_id = d.tenant_id and s.id = d.student_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
        where d.tenant_id = ${db.me.tenantId} and d.plan_id = ${row.planId} and d.id <> ${row.id} and d.shows_to_companions and left(d.canton_code, 4) = ${row.cantonCode.slice(0, 4)}
          and (d.leave_at at time zone 'Asia/Shanghai')::date = ${dateOf(row.leaveAt)} order by s.name limit 30`)
    : Promise.resolve([])
/** Return from a holiday, as staff know it; a gate notes it by itself. */
const back = handle(destinationBack, async ({ db, refuse }, { ids, at: given }) => {
  const at = given ?? new Date().toISOString()
  if (Date.parse(at) > Date.now()) refuse('future', { at: schoolTimeText(at) }, 'at')
  const ended: Array<{ studentId: string; id: string; backAt: string }> = []
  for (const id of new Set(ids)) {
    const row = await db.visible(holidayDestination).lock(id)
    if (row.choice === 'stay') refuse('stays', { name: (await studentsOf(db, [row.studentId])).get(row.studentId)?.name ?? '—' })
    await db.update(holidayDestination, id, { backAt: at })
    ended.push({ studentId: row.studentId, id, backAt: at })
  }
  await db.emitMany('outing.destinationEnded', ended)
  return { closed: new Set(ids).size }
})
export default [...answers, back, compute(holidayDestination, ['region'], showRegions)]
