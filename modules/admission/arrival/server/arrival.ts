import { refusalOf } from '#model'
import { student } from '#modules/student/model/student.ts'
import { enrolStudent, missingBindings, moveStatus } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle, type Lang } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { admittedStates, admittedStudent } from '../../roll/model/admitted-student.ts'
import { moveOnRoll, type OnRoll } from '../../roll/server/api.ts'
import { enrolBatch, giveUp, reviewArrival } from '../model/actions.ts'
import { overdue } from './overdue.ts'
import { stopOf } from './review-stops.ts'

/** 30-AC4: with letter, document and archive the initial review is passed; what lacks can be brought later. */
const review = handle(reviewArrival, async ({ db, me }, { id, note, ...seen }) => {
  const row = await db.visible(admittedStudent).lock(id, 'review')
  const why = await stopOf(db, id)
  if (why) throw refusalOf(admittedStudent, 'stopped', { name: row.name, why })
  const isComplete = seen.hasLetter && seen.hasIdDocument && seen.hasArchive
  const arrivedAt = row.arrivedAt ?? new Date().toISOString()
  const after = await moveOnRoll(db, row, { ...seen, arrivedAt, reviewNote: note ?? null, reviewedBy: me.userId, state: isComplete ? 'reviewed' : 'arrived' })
  return { state: after.state }
})
interface Blocked {
  name: string
  why: string
}
async function enrolOne(db: Db, lang: Lang, row: OnRoll): Promise<Blocked | undefined> {
  const stop = await stopOf(db, row.id)
  if (stop) return { name: row.name, why: formatWording(lang, stop) }
  const of = await db.unscoped(student).lock(row.id) // the record of a row in the caller's scope
  const missing = missingBindings(of)
  if (missing.length) return { name: row.name, why: missing.join('、') }
  await moveOnRoll(db, row, { state: 'enrolled', enrolledOn: await enrolStudent(db, of) })
  return undefined
}
/** In order of the ids, so that two people with overlapping lists wait for each other. */
const enrolled = handle(enrolBatch, async ({ db, lang }, { ids }) => {
  const blocked: Blocked[] = []
  let done = 0
  for (const id of [...new Set(ids)].sort()) {
    const row = await db.visible(admittedStudent).lock(id)
    if (row.state === 'enrolled') continue
    const kept = row.state === 'reviewed' ? await enrolOne(db, lang, row) : { name: row.name, why: admittedStates.labels[row.state] }
    if (kept) blocked.push(kept)
    else done++
  }
  return { enrolled: done, blocked }
})
/** 30-AC3: Order 41, Article 8. Who had declined stays so on the roll. */
const givenUp = handle(giveUp, async ({ db, refuse }, { ids }) => {
  const due = new Set((await overdue(db)).map(r => r.id))
  // all before the first is written: a claim of a bed that waits for one of them holds nothing that is released here
  for (const row of await db.visible(admittedStudent).lockAll(ids, 'giveUp')) {
    const { id } = row
    if (!due.has(id)) refuse('notWaiting', { name: row.name, state: { text: admittedStates.labels[row.state] } })
    await moveStatus(db, { studentId: id, to: 'notReported', effectiveDate: today(), source: 'admission' })
    if (row.state !== 'declined') await moveOnRoll(db, row, { state: 'notReported' })
  }
  return { done: new Set(ids).size }
})
export default [review, enrolled, givenUp]
