import sql from 'sql-template-tag'
import { mustAllow, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { handedInItems, itemOf } from '#modules/fee/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle, rules } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { alumniClub } from '../../clubs/model/club.ts'
import { isMemberOf, isOfficerOf, mustLead } from '../../clubs/server/api.ts'
import { mustBeAlumnus } from '../../records/server/api.ts'
import { type Activity, alumniActivity, alumniDayPass, alumniEnrolment } from '../model/activity.ts'
import { callOffActivity, MOST_ACTIVITIES, myActivities, postActivity, publishActivity } from '../model/activity-actions.ts'
import { lapseSeats, unpaidAmong } from './enrol.ts'
import { giveUp, tellEnrolled } from './seats.ts'
import { eventSettings } from './settings.ts'

const refuse = (key: string, values: Record<string, unknown>, field?: string): never => {
  throw refusalOf(alumniActivity, key, values, field)
}
type Draft = Partial<Pick<Activity, 'from' | 'to' | 'enrolTo' | 'fee' | 'refundUntil'>>
function check({ from, to, enrolTo, fee, refundUntil }: Draft): void {
  if (from && to && Date.parse(to) <= Date.parse(from)) refuse('datesReversed', { from: schoolTimeText(from), to: schoolTimeText(to) }, 'to')
  if (from && enrolTo && Date.parse(enrolTo) > Date.parse(from)) refuse('enrolLate', { from: schoolTimeText(from), enrolTo: schoolTimeText(enrolTo) }, 'enrolTo')
  if (fee && !refundUntil) refuse('noRefundRule', {}, 'refundUntil')
}
const feeItem = async (db: Db) => itemOf(db, (await eventSettings(db))['activity.item'])
const mustLie = ({ title, enrolTo }: Pick<Activity, 'title' | 'enrolTo'>): void => {
  if (Date.parse(enrolTo) <= Date.now()) refuse('past', { title, enrolTo: schoolTimeText(enrolTo) }, 'enrolTo')
}
const publish = handle(publishActivity, async ({ db }, { id }) => {
  const row = await db.visible(alumniActivity).lock(id, 'publish')
  mustLie(row)
  if (row.fee && !(await feeItem(db))) refuse('noItem', {})
  await db.update(alumniActivity, id, { state: 'published' })
})
const post = handle(postActivity, async (ctx, { clubId, ...form }) => {
  const { club } = await mustLead(ctx, clubId)
  check(form)
  mustLie(form)
  const { id } = await ctx.db.insert(alumniActivity, { ...form, clubId: club.id, state: 'published' })
  return { id }
})
const callOff = handle(callOffActivity, async ({ db }, { id, reason }) => {
  const of = await db.visible(alumniActivity).lock(id, 'call')
  if (Date.now() >= Date.parse(of.from)) refuse('begun', { title: of.title, from: schoolTimeText(of.from) })
  await endActivity(db, of, reason)
})
/** Calls off an activity that the caller has locked: everybody gets everything back and is told. */
export async function endActivity(db: Db, of: Activity, reason: string): Promise<void> {
  const rows = await db.unscoped(alumniEnrolment).all({ activityId: of.id, state: ['enrolled', 'waitlist'] }) // of an activity that the caller may call off
  await giveUp(db, of, rows, { isAll: true, fills: false })
  await db.update(alumniActivity, of.id, { state: 'cancelled', cancelReason: reason })
  await tellEnrolled(db, 'calledOff', of, rows, () => ({ why: reason }))
}
const mine = handle(myActivities, async ctx => {
  const { db } = ctx
  const own = await mustBeAlumnus(ctx)
  const [club, self] = [sql`a.club_id`, sql`${own.id}::uuid`]
  const [member, leads] = [isMemberOf(db, club, self), isOfficerOf(db, club, self)]
  const found = await db.query<{
    id: string
    enrolmentId: string | null
    waiting: number
    position: number | null
    mayRun: boolean
  }>(sql`select a.id, e.id as "enrolmentId", ${leads} as "mayRun",
      (select count(*)::int from alumni_enrolment w where w.tenant_id = a.tenant_id and w.activity_id = a.id and w.state = 'waitlist') as waiting,
      case when e.state = 'waitlist' then (select count(*)::int from alumni_enrolment w where w.tenant_id = a.tenant_id and w.activity_id = a.id and w.state = 'waitlist' and w.seq <= e.seq) end as position
    from alumni_activity a left join alumni_enrolment e on e.tenant_id = a.tenant_id and e.activity_id = a.id and e.alumnus_id = ${own.id}::uuid
    where a.tenant_id = ${db.me.tenantId} and a.state <> 'draft' and a."to" > now() - interval '30 days' and (e.id is not null or (a.state = 'published' and a."to" > now() and (a.club_id is null or ${member} or ${leads})))
    order by a."from", a.id limit ${MOST_ACTIVITIES}`)
  const rows = new Map((await db.unscoped(alumniActivity).all({ id: found.map(f => f.id) })).map(r => [r.id, r])) // meant for the caller
  const enrolled = await db.unscoped(alumniEnrolment).all({ id: found.flatMap(f => f.enrolmentId ?? []) }) // the caller's own
  const unpaid = new Set((await unpaidAmong(db, enrolled)).map(u => u.id))
  const clubs = new Map((await db.unscoped(alumniClub).all({ id: [...rows.values()].flatMap(r => r.clubId ?? []) })).map(c => [c.id, c.name])) // their names
  return {
    activities: found.flatMap(({ id, waiting, position, mayRun }) => {
      const of = rows.get(id)
      if (!of) return []
      const my = enrolled.find(e => e.activityId === id)
      const { title, content, place, from, to, enrolTo, state, cancelReason, companions, fee, refundUntil, refundPercent, hasPass } = of
      return [
        {
          ...{
            id,
            title,
            content,
            place,
            from,
            to,
            enrolTo,
            state,
            cancelReason,
            companions: companions ?? 0,
            fee,
            refundUntil,
            refundPercent: refundPercent ?? 0,
            hasPass,
            waiting,
            position,
            mayRun,
          },
          ...{ club: clubs.get(of.clubId ?? '') ?? null, placesLeft: waiting ? 0 : of.capacity - of.taken, isOpen: state === 'published' && Date.now() <= Date.parse(enrolTo) },
          ...{ enrolmentId: my?.id ?? null, mine: my?.state ?? null, with: my?.companions ?? null, plate: my?.plate ?? null, due: my?.due ?? null, payBy: my?.payBy ?? null },
          ...{ isPaid: my ? !unpaid.has(my.id) : false, code: my?.state === 'enrolled' ? my.code : null },
        },
      ]
    }),
  }
})
/** Passes and plates go some days after the activity. */
export async function forgetPasses(db: Db): Promise<number> {
  const { 'activity.passKeepDays': days } = await eventSettings(db)
  const before = addDays(today(), -days)
  const gone = await db.removeWhere(alumniDayPass, sql`t.to_day < ${before}::date`, { history: false })
  await db.updateWhere(
    alumniEnrolment,
    sql`t.plate is not null and t.activity_id in (select a.id from alumni_activity a where a.tenant_id = t.tenant_id and a."to" < ${before}::date)`,
    { plate: null },
    { history: false },
  )
  return gone.length
}
export default [
  handedInItems('alumniActivity', async db => [(await feeItem(db))?.id ?? []].flat()),
  rules(alumniActivity, {
    async add(_ctx, draft) {
      check(draft)
    },
    async update(_ctx, row, patch) {
      mustAllow(alumniActivity, row, 'update')
      check({ ...row, ...patch })
    },
    async remove(_ctx, row) {
      mustAllow(alumniActivity, row, 'remove')
    },
  }),
  publish,
  post,
  callOff,
  mine,
  scheduledJob('alumni.activityFees', '校友活动支付期限', '10 4 * * *', db => lapseSeats(db), {
    due: `select from alumni_enrolment where tenant_id = $1 and state = 'enrolled' and pay_by < current_date limit 1`,
  }),
  scheduledJob('alumni.passes', '删除入校名单', '15 4 * * *', db => forgetPasses(db), {
    due: `select from alumni_day_pass where tenant_id = $1 and to_day < current_date limit 1`,
  }),
]
