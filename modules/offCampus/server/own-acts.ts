import { refusalOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { metresFromSchool } from '#modules/campus/server/api.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { handle } from '#server/context.ts'
import { changePhones, locate, report, sendConsent } from '../model/actions.ts'
import { offCampusReport } from '../model/off-campus-report.ts'
import { offCampusStay } from '../model/off-campus-stay.ts'
import { own } from './application.ts'
import { ask } from './consent.ts'
import { stayTodos, withCounsellors } from './notify.ts'
import { settingsOf } from './settings.ts'

/** What the column holds. */
const MOST_KM = 9999
export default [
  handle(sendConsent, async (ctx, { id, guardianId }) => {
    await own.lock(ctx, id, 'sendConsent')
    const row = await ctx.db.update(offCampusStay, id, { guardianId })
    await ask(ctx.db, row, (await studentOf(ctx.db, row.studentId))?.name ?? '')
  }),
  handle(changePhones, async (ctx, { id, ...phones }) => {
    const row = await own.lock(ctx, id, 'changePhones')
    await ctx.db.sourced('self').update(offCampusStay, id, { ...phones, landlordPhone: row.kind === 'rent' ? (phones.landlordPhone ?? row.landlordPhone) : null })
  }),
  handle(locate, async (ctx, { id, ...position }) => {
    const { db } = ctx
    await own.lock(ctx, id, 'locate')
    const place = await metresFromSchool(db, position)
    if ('problem' in place) throw refusalOf(offCampusStay, place.problem, place.values)
    const km = Math.round(place.metres / 100) / 10
    if (km > MOST_KM) throw refusalOf(offCampusStay, 'tooFar', { km, most: MOST_KM })
    await db.sourced('self').update(offCampusStay, id, { distanceKm: km })
    return { km }
  }),
  /** 50-OC6: the next one is due so many days on. What is not well, or has moved, goes to the counsellor at once. */
  handle(report, async (ctx, { id, ...given }) => {
    const { db } = ctx
    const row = await own.lock(ctx, id, 'report')
    const now = Date.now()
    const reportDueAt = new Date(now + (await settingsOf(db)).reportDays * DAY_MS).toISOString()
    await db.insert(offCampusReport, { stayId: id, studentId: row.studentId, ...given })
    const after = await db.update(offCampusStay, id, {
      reportedAt: new Date(now).toISOString(),
      reportDueAt,
      reportMark: null,
      unreached: 0,
      isUnwell: !given.stillThere || !given.allWell,
    })
    await stayTodos.follow(db, [after])
    if (after.isUnwell) await stayTodos.open(db, 'unwell', await withCounsellors(db, [after]))
  }),
]
