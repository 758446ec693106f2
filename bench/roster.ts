import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { seededRandom } from '#model/random.ts'
import { student as studentEntity } from '#modules/student/model/student.ts'
import { writeWorkbook } from '#server/spreadsheets/write.ts'
import { COLLEGES, className, GRADES, MAJORS, student } from './generate.ts'
import { draftOf } from './school.ts'

/** A roster as a registrar submits it: labels instead of codes, classes by name. */
const FIELDS = [
  'studentNo',
  'name',
  'genderCode',
  'classId',
  'idType',
  'idNo',
  'birthDate',
  'ethnicityCode',
  'politicalCode',
  'nativeCanton',
  'sourceCanton',
  'studyForm',
  'category',
  'enrolMode',
  'enrolDate',
  'expectedGraduation',
  'phone',
  'email',
  'homeAddress',
  'emergencyName',
  'emergencyPhone',
  'nationalityCode',
] as const
type Labelled = Record<(typeof FIELDS)[number], { label: string; options: { dictionary?: { items: ReadonlyArray<{ key: string; value: string }> } } }>

/** Writes an .xlsx of new students on the western campus, which no measured list includes. */
export async function writeRoster(file: string, count: number): Promise<void> {
  const fields = studentEntity.fields as unknown as Labelled
  const words = FIELDS.map(name => new Map(fields[name].options.dictionary?.items.map(i => [i.key, i.value])))
  const sheet = writeWorkbook({ name: '花名册', columns: FIELDS.map(name => ({ title: fields[name].label })), rows: rows(count, words) })
  await pipeline(sheet, createWriteStream(file))
}
function* rows(count: number, words: ReadonlyArray<Map<string, string>>): Generator<string[][]> {
  const next = seededRandom(Date.now())
  const serial = Math.floor(Date.now() / 1000) % 10_000_000
  for (let from = 0; from < count; from += 500)
    yield Array.from({ length: Math.min(500, count - from) }, (_, i) => {
      const n = from + i
      const grade = GRADES[n % GRADES.length] as number
      const place = { college: Math.floor(n / 5) % COLLEGES.length, campus: 1, major: Math.floor(n / 100) % MAJORS.length, classNo: 1 }
      const made = student(200_000_000 + (serial % 1000) * 100_000 + n, next)
      const draft: Record<string, unknown> = {
        ...draftOf(made),
        studentNo: `R${serial}${String(n).padStart(6, '0')}`,
        classId: className(place, grade),
        enrolDate: `${grade}-09-01`,
        expectedGraduation: `${grade + 3}-07-01`,
      }
      return FIELDS.map((name, at) => words[at]?.get(String(draft[name])) ?? String(draft[name] ?? ''))
    })
}
