import { refusalOf } from '#model'
import { schoolDate, schoolTimeText } from '#model/school-time.ts'
import { student } from '#modules/student/model/student.ts'
import { type Db, handle, rules } from '#server/context.ts'
import { solveCheck } from '../model/actions.ts'
import { type OffCampusCheck, offCampusCheck } from '../model/off-campus-check.ts'
import { offCampusStay } from '../model/off-campus-stay.ts'
import { riskDue } from './jobs.ts'
import { checkTodos } from './notify.ts'

async function prepared(db: Db, given: Partial<OffCampusCheck>): Promise<Partial<OffCampusCheck>> {
  const stay = await db.visible(offCampusStay).one(given.stayId ?? '')
  const at = given.at ?? ''
  if (stay.state !== 'active' && stay.state !== 'expired') throw refusalOf(offCampusCheck, 'notLiving', { name: (await db.unscoped(student).one(stay.studentId)).name }, 'stayId') // of a stay in reach
  if (Date.parse(at) > Date.now()) throw refusalOf(offCampusCheck, 'future', { at: schoolTimeText(at) }, 'at')
  const on = schoolDate(at)
  if (given.findings?.length && !(given.rectifyBy && given.rectifyBy >= on)) throw refusalOf(offCampusCheck, 'rectifyBy', { on }, 'rectifyBy')
  await db.updateWhere(offCampusStay, { id: stay.id }, { lastCheckAt: at }, { bookkeeping: true })
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
