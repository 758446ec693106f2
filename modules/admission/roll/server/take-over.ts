import { gradeMajor } from '#modules/campus/model/organisation.ts'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { valueFaults } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { admittedStudent } from '../model/admitted-student.ts'
import type { TakeOverFault } from '../model/take-over.ts'
import { enterRoll, type OnRoll } from './roll.ts'

/** Whom an entrance examination of the school's own has admitted. */
export interface ExamAdmitted extends Pick<OnRoll, 'year' | 'ksh' | 'name' | 'idNo' | 'birthDate' | 'politicalCode' | 'schoolBefore' | 'totalScore' | 'address' | 'batch'> {
  /** Of the caller's row: what comes of it is told by it. */
  sourceId: string
  majorId: string
  personId: string
  genderCode: string | null
  sourceCanton: string | null
  phone: string | null
}
/**
 * 30-ES9: on the roll as by an import, with their records, in a few statements however many they are. Whoever is on it by examination number or identity number is left to the unique
 * keys, so that two who take over at once enter everybody once. Answers why somebody was left out; the others are on the roll.
 */
export async function takeOver(db: Db, admitted: readonly ExamAdmitted[]): Promise<Map<string, TakeOverFault>> {
  const majors = new Map([...(await db.cached(gradeMajor)).values()].map(g => [`${g.grade} ${g.majorId}`, g]))
  const cantons = await cantonsByCode(db)
  const now = today()
  const faults = new Map<string, TakeOverFault>()
  const drafts = admitted.flatMap(({ sourceId, majorId, genderCode, sourceCanton, phone, ...who }) => {
    const place = majors.get(`${who.year} ${majorId}`)
    const fault = ((): TakeOverFault | null => {
      if (!place) return 'noMajor'
      if (who.ksh.slice(0, 2) !== String(who.year).slice(2)) return 'kshYear'
      if (!genderCode || !sourceCanton || !phone) return 'lacks'
      return valueFaults({ idType: '1', idNo: who.idNo, birthDate: who.birthDate, sourceCanton }, cantons, now).length ? 'faulty' : null
    })()
    if (fault) faults.set(sourceId, fault)
    if (fault || !place || !genderCode || !sourceCanton || !phone) return []
    const { id: gradeMajorId, level, duration, departmentId } = place
    return [
      { id: uuidv7(), sourceId, ...who, genderCode, sourceCanton, phone, idType: '1', recipient: who.name, gradeMajorId, level, duration, departmentId, source: 'dzks' as const },
    ]
  })
  if (!drafts.length) return faults
  await db.insertMany(
    admittedStudent,
    drafts.map(({ sourceId: _sourceId, ...draft }) => draft),
    { skipExisting: true },
  )
  const entered = await db.unscoped(admittedStudent).all({ id: drafts.map(d => d.id) }) // those just written
  const isEntered = new Set(entered.map(r => r.id))
  for (const { id, sourceId } of drafts) if (!isEntered.has(id)) faults.set(sourceId, 'onRoll')
  await enterRoll(db, entered)
  return faults
}
