import { studentOf } from '#modules/student/server/api.ts'
import { type Db, on } from '#server/context.ts'
import { isReady } from '../model/assign.ts'
import { numberRule } from '../model/number-rule.ts'
import { oneRun, refuseFaults, write } from './generate.ts'
import { candidates, numbersFor } from './plan-numbers.ts'
import { settingsOf } from './settings.ts'

/** 30-SN7: a number stays, unless the school changes it with the major. The student gets one of the rule that fits the new place, the latest first; without such a rule it stays, too. */
async function renumber(db: Db, studentId: string): Promise<void> {
  const rules = await db.unscoped(numberRule).all({ isEnabled: true }, { sort: ['-createdAt'] }) // an event concerns the whole school
  await oneRun(db)
  for (const rule of rules) {
    const [student] = await candidates(db, rule, studentId)
    if (!student || !isReady(rule, student)) continue
    const plan = await numbersFor(db, rule, [student])
    refuseFaults(plan)
    await write(db, rule, plan.given, null)
    return
  }
}
export default on('student.classChanged', 'distribution.transfer', async ({ db }, { studentId, from, to }) => {
  if (typeof studentId !== 'string' || majorOf(from) === majorOf(to)) return
  if (!(await settingsOf(db))['number.changeOnTransfer']) return
  if (await hasNumber(db, studentId)) await renumber(db, studentId)
})
const hasNumber = async (db: Db, studentId: string): Promise<boolean> => Boolean((await studentOf(db, studentId))?.studentNo)
const majorOf = (place: unknown): unknown => (place as { gradeMajorId?: unknown } | undefined)?.gradeMajorId
