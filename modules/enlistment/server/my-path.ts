import { daysBetween } from '#modules/campus/model/days.ts'
import { ownStudentId } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { ownRows } from '#server/records/own-rows.ts'
import { myPath, setFamily } from '../model/actions.ts'
import { militaryAid } from '../model/aid.ts'
import { nextStep, papersToBring } from '../model/path.ts'
import { type EnlistRecord, enlistRecord } from '../model/record.ts'
import { entitlementsOf } from './returning.ts'
import { compensationOf, groundOf, knownOf } from './tuition.ts'

const own = ownRows(enlistRecord, 'studentId')
/** What the service gives by today’s figures; with the day of the notice once it is there. Nothing where a ground speaks against it, or nothing is known. */
export async function estimateFor(db: Db, row: EnlistRecord) {
  const known = await knownOf(db, row.studentId)
  if (groundOf(known, row)) return null
  const computed = await compensationOf(db, known, row.noticeDate ?? today())
  return computed.years.length ? computed : null
}
const shownOf = (row: EnlistRecord) => {
  const { id, year, season, kind, stage, state, noticeDate, keepStatusUntil, dischargedOn, returnBy, returnedOn, familyName, familyPhone } = row
  const daysLeft = stage === 'discharged' && returnBy ? daysBetween(today(), returnBy) : null
  return { id, year, season, kind, stage, state, noticeDate, keepStatusUntil, dischargedOn, returnBy, returnedOn, daysLeft, familyName, familyPhone }
}
const ENDED = ['rejected', 'withdrawn', 'cancelled']
export default [
  handle(myPath, async ({ db, me }) => {
    const studentId = ownStudentId(me)
    const rows = await db.unscoped(enlistRecord).all({ studentId }, { sort: ['-registeredOn', '-createdAt'] }) // the caller's own
    const row = rows.find(r => !ENDED.includes(r.state))
    const aids = await db.unscoped(militaryAid).all({ studentId }, { sort: ['-createdAt'] }) // the caller's own
    return {
      record: row ? shownOf(row) : null,
      papers: row ? [...papersToBring(row)] : [],
      next: row ? nextStep(row) : '还没有应征登记',
      estimate: row ? await estimateFor(db, row) : null,
      entitlements: row && ['enlisted', 'discharged'].includes(row.stage) ? await entitlementsOf(db) : [],
      aids: aids.map(({ id, kind, total, state }) => ({ id, kind, total, state })),
    }
  }),
  handle(setFamily, async (ctx, { id, familyName, familyPhone }) => {
    const row = await own.lock(ctx, id)
    await ctx.db.update(enlistRecord, row.id, { familyName, familyPhone })
  }),
]
