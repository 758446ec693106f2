import { notAllowed, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { handleApplication } from '#modules/workflow/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { outingApplication } from '../model/application.ts'
import { outingSubject } from '../model/flow.ts'
import { goingOut, trip } from '../model/going-out.ts'
import { OUTING_MESSAGES } from '../model/messages.ts'
import { hoursOf, isConfirmed } from '../model/rules.ts'
import { begin, cardOf, mine, preview, verbsOf } from './application-reads.ts'
import { invite, inviteAgain } from './invite.ts'
import { aboutTrip, LINK, tripTodos } from './notify-trip.ts'
import { settingsOf } from './settings.ts'
import { type Trip, validate, violationsOf } from './trips.ts'

const PLANNED = ['outPlanned', 'backPlanned', 'cantonCode', 'place'] as const
type Acting = Pick<Ctx, 'db' | 'me' | 'lang'>
/** Those registered to come along, as long as they have not left. */
const membersOf = (db: Db, leader: Trip): Promise<Trip[]> => db.unscoped(goingOut).all({ groupId: leader.id, state: ['pending', 'returned', 'registered'] }) // the group of this trip
async function drop(ctx: Acting, members: readonly Trip[], reason: string): Promise<void> {
  for (const member of members) await trips.cancelApproved(ctx, member, reason)
}
/** A trip that does not take place: nobody is asked about it any more, and those registered to come along are not going either. */
async function callOff(ctx: Acting, row: Trip): Promise<void> {
  await tripTodos.follow(ctx.db, [{ ...row, state: 'cancelled' }])
  await drop(ctx, await membersOf(ctx.db, row), '同行的外出取消')
}
/** 20-G5: whoever was to come along for another time or place is asked anew, whatever they answered. */
async function regroup(ctx: Acting, row: Trip): Promise<void> {
  const outdated = (await membersOf(ctx.db, row)).filter(member => PLANNED.some(field => member[field] !== row[field]))
  if (!outdated.length) return
  await drop(ctx, outdated, '同行的外出改了')
  await inviteAgain(ctx.db, row, outdated)
}
const isOwn = (ctx: Ctx, row: Trip): boolean => ctx.me.studentId === row.studentId
/** Trips as a kind of application. */
export const trips = handleApplication(goingOut, outingApplication, {
  subject: outingSubject,
  link: row => `${LINK}?id=${row.id}`,
  copyPage: '/outing/apply',
  validate: async ({ db }, who, form, { row }) => ({ violations: await violationsOf(db, who, form, row?.id) }),
  formOf: row => row,
  draft: form => ({ ...only(trip, form), proofs: form.proofs ?? [] }),
  initial: async ({ db }) => ({ state: (await settingsOf(db)).mode === 'approve' ? ('pending' as const) : ('registered' as const), confirmedAt: new Date().toISOString() }),
  async stored(ctx, row, who, { members }) {
    if (isOwn(ctx, row)) await invite(ctx.db, who, row, members ?? [])
    else await notifyAbout(ctx.db, OUTING_MESSAGES.recorded, aboutTrip, [{ row, who, more: { by: ctx.me.nickName } }])
  },
  begin,
  preview,
  mine,
  verbs: verbsOf,
  cancelProblem: row => (isConfirmed(row) ? undefined : notAllowed(goingOut, row, 'cancel')),
  card: cardOf,
  describe: async (_db, row, { name }) => ({
    title: { text: '{name} 外出：{place}', values: { name, place: row.place } },
    summary: { text: '{from} 至 {to}', values: { from: schoolTimeText(row.outPlanned), to: schoolTimeText(row.backPlanned) } },
    facts: { hours: hoursOf(row) },
  }),
  async edited(db, row, patch) {
    const who = await studentOf(db, row.studentId)
    if (!who) throw refusalOf(goingOut, 'studentUnknown')
    if (patch.outPlanned || patch.backPlanned) await validate(db, who, { ...row, ...patch }, row.id)
  },
  submitted: regroup,
  async approved(ctx, row) {
    await ctx.db.update(goingOut, row.id, { state: 'registered' })
    await regroup(ctx, row)
  },
  rejected: callOff,
  withdrawn: callOff,
  cancelled: callOff,
})
export default trips.registrations
