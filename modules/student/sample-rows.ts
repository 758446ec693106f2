import { citizenIdCheck } from '#model'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { personFor } from '#modules/campus/server/api.ts'
import { type SampleRows, sampleRow } from '#testing/samples.ts'

/** A number for each: three digits in a row, then the next day of birth. */
const citizen = (n: number): string => {
  const day = Math.floor(n / 1000)
  const first17 = `52010220050${(day % 9) + 1}${String((Math.floor(day / 9) % 28) + 1).padStart(2, '0')}${String(n % 1000).padStart(3, '0')}`
  return `${first17}${citizenIdCheck(first17)}`
}
/** No two have the same name: sheets refer to a person by it. */
const nameOf = (n: number): string => `王${[...String(n)].map(digit => '零一二三四五六七八九'[Number(digit)]).join('')}`
/** Values that the student's own constraints ask for. */
const samples: SampleRows = {
  student: async (n, db) => {
    const { id: classId, gradeMajorId, grade, majorId, departmentId, campusId } = await sampleRow(db, stuClass)
    const idNo = citizen(n)
    const personId = await personFor(db, { idType: '1', idNo, name: nameOf(n) })
    return {
      studentNo: `S${n}`,
      name: nameOf(n),
      classId,
      gradeMajorId,
      grade,
      majorId,
      departmentId,
      campusId,
      level: '5',
      duration: 3,
      status: 'active',
      idType: '1',
      idNo,
      birthDate: '2005-01-01',
      personId,
      enrolDate: '2023-09-01',
      expectedGraduation: '2026-07-01',
    }
  },
  studyExperience: () => ({ from: '2017-09-01', to: '2020-06-30' }),
}
export default samples
