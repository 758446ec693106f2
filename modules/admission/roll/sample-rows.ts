import { gradeMajor } from '#modules/campus/model/organisation.ts'
import { student } from '#modules/student/model/student.ts'
import { type SampleRows, sampleRow } from '#testing/samples.ts'

/** Values satisfying the tables' constraints: a row has the id of its student. */
const samples: SampleRows = {
  admittedStudent: async (n, db) => {
    const { id, idNo, name } = await sampleRow(db, student)
    const { id: gradeMajorId, grade } = await sampleRow(db, gradeMajor)
    return {
      id,
      year: grade,
      ksh: `${String(grade).slice(2)}${n}`,
      name,
      idType: '1',
      idNo,
      birthDate: '2005-01-01',
      gradeMajorId,
      sourceCanton: '110101',
      phone: '13812342071',
      state: 'imported',
    }
  },
  rollMap: n => ({ name: `对照${n}`, columns: 'KSH=考生号', majors: null, province: null }),
}
export default samples
