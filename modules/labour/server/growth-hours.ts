import { studentsOf } from '#modules/student/server/api.ts'
import { type Db, onMany } from '#server/context.ts'
import { openAccounts, postEntries, reverseEntries } from '#server/ledger/post.ts'
import { hoursLedger, labourHours } from '../model/hours.ts'
import { tenthsOf } from '../model/rules.ts'

const GROWTH = 'growthEntry'
interface Earned {
  entryId: string
  studentId: string
  labourHours: number
  bizDate: string
  title: string
}
const earnedOf = (payloads: ReadonlyArray<Readonly<Record<string, unknown>>>): Earned[] => (payloads as unknown as Earned[]).filter(p => p.labourHours > 0)
/** Hours that stand in the ledger already are left out. */
async function post(db: Db, earned: readonly Earned[]): Promise<void> {
  if (!earned.length) return
  const students = await studentsOf(
    db,
    earned.map(p => p.studentId),
  )
  const accounts = await openAccounts(
    db,
    hoursLedger,
    earned.map(({ studentId }) => ({ studentId })),
  )
  await postEntries(
    db,
    hoursLedger,
    earned.map(({ entryId, studentId, bizDate, title, labourHours: hours }, n) => ({
      ...{ accountId: accounts[n] as string, kind: 'service', amount: tenthsOf(hours), sourceType: GROWTH, sourceId: entryId, sourceSeq: 1 },
      ...{ own: { studentId, occurredOn: bizDate, title }, values: { name: students.get(studentId)?.name ?? '' } },
    })),
  )
}
export default [
  /** Labour hours of volunteer service and activities are service. */
  onMany(['growth.posted'], 'labour.growthPosted', ({ db }, payloads) => post(db, earnedOf(payloads))),
  /** Posted first where their event is still to come, so that the order of the two does not matter. */
  onMany(['growth.reversed'], 'labour.growthReversed', async ({ db }, payloads) => {
    const earned = earnedOf(payloads)
    await post(db, earned)
    const entries = await db.unscoped(labourHours).all({ sourceType: GROWTH, sourceId: earned.map(p => p.entryId) }) // what this listener has posted
    await reverseEntries(
      db,
      hoursLedger,
      entries.map(e => e.id),
      { reason: '成长台账已冲销' },
    )
  }),
]
