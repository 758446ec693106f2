import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admittedStudent } from '#modules/admission/roll/model/admitted-student.ts'
import { gradeMajor } from '#modules/campus/model/organisation.ts'
import { student } from '#modules/student/model/student.ts'
import type { Actor } from '#testing/school.ts'
import { batchDraft, type Entrant, ok, ruleOf } from '../testing.ts'
import { examined, type ResultSchool, resultSchool, tryRun } from './testing.ts'

let s: ResultSchool
beforeAll(async () => {
  s = await resultSchool()
})
afterAll(() => s.close())
const takeOver = (batchId: string, who: Actor = s.admissions) => who.post<{ taken: number; refused: number }>('exam/admissionRound/takeOver', { batchId })
/** Admitted for `marks`, one place for each, and confirmed but for the last. */
async function confirmed(marks: readonly number[]) {
  const { batch, who } = await examined(s, marks, [{ quotas: [{ category: 'regular', places: marks.length }] }])
  const { id } = ok(await tryRun(s, batch.id))
  ok(await s.admissions.post('exam/admissionRun/finalise', { id }))
  await s.agree(id)
  await s.noticed(id)
  ok(await s.admissions.post('exam/admissionRun/publish', { id }))
  for (const one of who.slice(0, -1)) ok(await one.actor.post('exam/examApplication/confirm', { id: one.id, consequences: true }))
  return { batchId: batch.id, who: who as [Entrant, Entrant, Entrant, ...Entrant[]] }
}
const rollOf = ({ ksh }: Entrant) => s.db.unscoped(admittedStudent).all({ ksh })

describe('30-ES9 the roll of admitted students', () => {
  it('30-ES9 takes over whoever has confirmed, once, with a record; whoever is refused says why and is tried again', async () => {
    const { batchId, who } = await confirmed([140, 130, 120, 110])
    const [a, b, c, d] = who as [Entrant, Entrant, Entrant, Entrant]
    expect((await a.actor.post('exam/admissionRound/takeOver', { batchId })).code).toBe(401)
    // the school has no such major of that year
    expect(ok(await takeOver(batchId))).toEqual({ taken: 0, refused: 3 })
    expect((await s.row(a)).takeOverFault).toBe('noMajor')
    const { year } = batchDraft()
    const [like] = await s.db.unscoped(gradeMajor).all({ majorId: s.ids.software }, { limit: 1 })
    if (!like) throw new Error('a major')
    const { departmentId, campusId, duration, level, majorId } = like
    const { id: gradeMajorId } = await s.db.insert(gradeMajor, { name: `${year}级`, grade: year, majorId, departmentId, campusId, duration, level } as never)
    // somebody of this number is on the roll already, and somebody has no place of origin
    await s.db.query(sql`update exam_applicant set canton = null where ksh = ${b.ksh}`)
    const before = await rollOf(a)
    expect(before).toEqual([])
    const both = await Promise.all([takeOver(batchId), takeOver(batchId, s.second)])
    const counts = both.map(x => (x.code === 200 ? x.data : { taken: 0, refused: 0 }))
    expect([counts.reduce((sum, x) => sum + x.taken, 0), (await rollOf(a)).length, (await rollOf(c)).length]).toEqual([2, 1, 1])
    const [row] = await rollOf(a)
    const total = (await s.row(a)).total
    expect(row).toMatchObject({ year, source: 'dzks', state: 'imported', gradeMajorId, name: (await s.row(a)).name, totalScore: total, batch: '3' })
    expect(await s.db.unscoped(student).one(row?.id ?? '')).toMatchObject({ status: 'preEnrolled', ksh: a.ksh, majorId })
    expect([await rollOf(b), await rollOf(d)]).toEqual([[], []])
    expect(await s.row(b)).toMatchObject({ takenOverAt: null, takeOverFault: 'lacks' })
    expect(await s.row(a)).toMatchObject({ takeOverFault: null })
    expect((await s.row(a)).takenOverAt).not.toBeNull()
    const board = ok(await s.admissions.get<{ toTake: number; taken: number; refused: number }>('exam/admissionRound/board', { batchId }))
    expect(board).toMatchObject({ toTake: 1, taken: 2, refused: 1 })
    await s.db.query(sql`update exam_applicant set canton = '110101' where ksh = ${b.ksh}`)
    expect(ok(await takeOver(batchId))).toEqual({ taken: 1, refused: 0 })
    expect(ruleOf(await takeOver(batchId))).toBe('noneToTake')
    expect((await rollOf(b)).length).toBe(1)
  })
  it('30-ES9 leaves alone whom the roll has already', async () => {
    const { batchId, who } = await confirmed([140, 130])
    const [a] = who
    const { id: applicantId } = { id: (await s.row(a)).examApplicantId }
    const other = await confirmed([140, 130])
    ok(await takeOver(other.batchId))
    // the same identity number by another way
    await s.db.query(
      sql`update admitted_student set id_no = p.id_no, id_no_hash = p.id_no_hash from exam_applicant p where p.id = ${applicantId}::uuid and admitted_student.ksh = ${other.who[0].ksh}`,
    )
    expect(ok(await takeOver(batchId))).toEqual({ taken: 0, refused: 1 })
    expect([(await s.row(a)).takeOverFault, (await rollOf(a)).length]).toEqual(['onRoll', 0])
  })
})
