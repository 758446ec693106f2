import { refusalOf } from '#model'
import { schoolDate, schoolInstant, schoolTimeText } from '#model/school-time.ts'
import { student } from '#modules/student/model/student.ts'
import { type Db, handle, rules } from '#server/context.ts'
import { solveCheck } from '../model/actions.ts'
import { type OffCampusCheck, offCampusCheck } from '../model/off-campus-check.ts'
import { type OffCampusStay, offCampusStay } from '../model/off-campus-stay.ts'
import { checkDueAt, termOf } from './check-due.ts'
import { riskDue } from './jobs.ts'
import { checkTodos, stayTodos, withCounsellors } from './notify.ts'
import { settingsOf } from './settings.ts'

/** 50-OC6: what a check of a term settles, and what it does not where nobody was reached. */
async function noted(db: Db, stay: OffCampusStay, reached: boolean, at: string): Promise<void> {
  const on = schoolDate(at)
  const since = schoolInstant((await termOf(db, on)).start, '00:00')
  const done = 1 + (reached ? await db.unscoped(offCampusCheck).count({ stayId: stay.id, reached: true, 'at.ge': since } as never) : 0) // of a stay in reach
  const settled = reached ? { unreached: 0, isCheckDue: false, checkDueAt: await checkDueAt(db, { fromOn: stay.fromOn, done, on }) } : { unreached: stay.unreached + 1 }
  await db.updateWhere(offCampusStay, { id: stay.id }, { lastCheckAt: at, ...settled }, { bookkeeping: true })
  const after = await db.unscoped(offCampusStay).one(stay.id) // as above
  await stayTodos.follow(db, [after])
  if (after.state === 'active' && after.unreached >= (await settingsOf(db)).missedReports)
    await stayTodos.open(
      db,
      'unreached',
      (await withCounsellors(db, [after])).map(one => ({ ...one, more: { times: after.unreached } })),
    )
}
async function prepared(db: Db, given: Partial<OffCampusCheck>): Promise<Partial<OffCampusCheck>> {
  const stay = await db.visible(offCampusStay).lock(given.stayId ?? '')
  const at = given.at ?? ''
  if (stay.state !== 'active' && stay.state !== 'expired') throw refusalOf(offCampusCheck, 'notLiving', { name: (await db.unscoped(student).one(stay.studentId)).name }, 'stayId') // of a stay in reach
  if (Date.parse(at) > Date.now()) throw refusalOf(offCampusCheck, 'future', { at: schoolTimeText(at) }, 'at')
  const on = schoolDate(at)
  if (given.findings?.length && !(given.rectifyBy && given.rectifyBy >= on)) throw refusalOf(offCampusCheck, 'rectifyBy', { on }, 'rectifyBy')
  await noted(db, stay, given.reached ?? true, at)
  const isOpen = Boolean(given.findings?.length && given.rectifyBy)
  return { studentId: stay.studentId, byId: db.me.userId, rectifyBy: isOpen ? (given.rectifyBy ?? null) : null, riskDueAt: isOpen ? riskDue(given.rectifyBy ?? '') : null }
}
export default [
  rules(offCampusCheck, {
    async add({ db }, given) {
      Object.assign(given, await prepared(db, given))
    },
  }),
  handle(solveCheck, async ({ db }, { id }) => {
    const row = await db.visible(offCampusCheck).lock(id)
    if (row.solvedAt) throw refusalOf(offCampusCheck, 'solved', { at: schoolTimeText(row.solvedAt) })
    const after = await db.update(offCampusCheck, id, { solvedAt: new Date().toISOString(), riskDueAt: null })
    await checkTodos.follow(db, [after])
  }),
]
