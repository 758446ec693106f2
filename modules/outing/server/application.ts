import { notAllowed, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { handleApplication } from '#modules/workflow/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { closeTodos } from '#server/notifications/todos.ts'
import { outingApplication } from '../model/application.ts'
import { outingSubject } from '../model/flow.ts'
import { goingOut, trip } from '../model/going-out.ts'
import { OUTING_MESSAGES } from '../model/messages.ts'
import { hoursOf, isConfirmed } from '../model/rules.ts'
import { begin, cardOf, mine, preview, verbsOf } from './application-reads.ts'
import { invite } from './invite.ts'
import { aboutTrip, LINK } from './notify-trip.ts'
import { settingsOf } from './settings.ts'
import { drop } from './transitions.ts'
import { type Trip, validate, violationsOf } from './trips.ts'

/** A trip that does not take place: nobody is asked about it any more, and those registered to come along are not going either. */
async function callOff(db: Db, row: Trip): Promise<void> {
  await closeTodos(db, { bizType: 'goingOut', bizId: row.id }, 'cancelled')
  for (const member of await db.unscoped(goingOut).all({ groupId: row.id, state: ['registered'] })) await drop(db, member) // the group of this trip
}
const isOwn = (ctx: Ctx, row: Trip): boolean => ctx.me.studentId === row.studentId
/** Trips as a kind of application. */
export const trips = handleApplication(goingOut, outingApplication, {
  subject: outingSubject,
  link: row => `${LINK}?id=${row.id}`,
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
  approved: async ({ db }, row) => void (await db.update(goingOut, row.id, { state: 'registered' })),
  rejected: ({ db }, row) => callOff(db, row),
  withdrawn: ({ db }, row) => callOff(db, row),
  cancelled: ({ db }, row) => callOff(db, row),
})
export default trips.registrations
