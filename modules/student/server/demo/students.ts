import type { DraftOf } from '#model'
import type { DemoHuman, HumanOptions } from '#modules/campus/server/demo-names.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Random } from '#server/demo/random.ts'
import type { familyMember, studyExperience } from '../../model/family.ts'
import { SPAN_FIELDS } from '../../model/history.ts'
import type { StudentStatus } from '../../model/status.ts'
import type { Cohort, Seat } from './cohorts.ts'
import { type Course, courseOf } from './courses.ts'

export interface Tools {
  random: Random
  human: (options: HumanOptions) => DemoHuman
  parent: (options: HumanOptions) => DemoHuman
  placeNames: ReadonlyMap<string, string>
  today: string
}
type Plain = Record<string, unknown>
export interface DemoStudent {
  human: DemoHuman
  row: StudentDraft
  spans: SpanDraft[]
  family: Array<DraftOf<typeof familyMember>>
  schools: Array<DraftOf<typeof studyExperience>>
}
type StudentDraft = Plain & { name: string; genderCode: string; idNo: string; birthDate: string }
type SpanDraft = Plain & {
  studentId: string
  from: string
  status: StudentStatus
  gradeMajorId: string
  majorId: string
  departmentId: string
  campusId: string
  grade: number
  level: string
  genderCode: string
  birthDate: string
  cause: 'enrolled' | 'statusChanged' | 'classChanged' | 'infoChanged'
}
/** Fields removed from every hundredth record of a current student. */
const OFTEN_MISSING = ['politicalCode', 'nativeCanton', 'homeCanton', 'homeAddress', 'hukouAddress', 'ksh'] as const
const STREETS = ['人民路', '建设路', '解放路', '文化路', '和平街', '新华街', '朝阳大道', '学府路', '滨江路', '迎宾大道']
const JOBS = ['务农', '车间工人', '个体经营', '教师', '司机', '职员', '医护人员', '外出务工', '公务员', '退休']

/** One student with all dependent rows; `at` is the running index in the school. */
export function makeStudent(cohort: Cohort, seat: Seat, at: number, tools: Tools, numbers: ReadonlyMap<string, string>): DemoStudent {
  const { random } = tools
  const { grade, isFormer } = cohort
  const human = tools.human({ born: [`${grade - 20}-09-01`, `${grade - 18}-08-31`], male: 0.52 })
  const father = tools.parent({ born: [`${grade - 52}-01-01`, `${grade - 41}-12-31`], male: 1 })
  const course = courseOf(cohort, seat, at, tools)
  const id = uuidv7()
  const home = tools.placeNames.get(human.cantonCode) ?? ''
  const address = `${home}${random.pick(STREETS)}${random.int(1, 300)} 号`
  const fatherName = parentName(human.name, father.name)
  const row: StudentDraft = {
    id,
    studentNo: `${grade}${numbers.get(seat.majorId)}${two(seat.classSeq)}${two(seat.seq)}`,
    name: human.name,
    genderCode: human.genderCode,
    idType: '1',
    idNo: human.idNo,
    birthDate: human.birthDate,
    grade,
    departmentId: seat.departmentId,
    majorId: seat.majorId,
    gradeMajorId: seat.gradeMajorId,
    classId: seat.class?.id ?? null,
    campusId: seat.campusId,
    level: seat.level,
    duration: seat.duration,
    status: course.status,
    statusUntil: course.until,
    ksh: `${two(grade % 100)}${human.cantonCode.slice(0, 2)}${String(10_000_000 + at).slice(-8)}${two(random.int(0, 99))}`,
    ethnicityCode: human.ethnicityCode,
    politicalCode: course.politicalCode,
    nationalityCode: '156',
    nativeCanton: human.cantonCode,
    sourceCanton: human.cantonCode,
    healthCode: '10',
    studyForm: '1',
    category: '411',
    enrolMode: random.chance(0.25) ? '02' : '01',
    enrolDate: `${grade}-09-01`,
    expectedGraduation: `${grade + Math.ceil(seat.duration)}-07-01`,
    phone: human.phone,
    homeCanton: human.cantonCode,
    homeAddress: address,
    hukouAddress: address,
    hukouMoved: false,
    emergencyName: fatherName,
    emergencyPhone: father.phone,
  }
  if (!isFormer && at % 100 === 37) for (const name of OFTEN_MISSING.slice(0, random.int(2, 6))) row[name] = null
  return {
    human,
    row,
    spans: spansOf(row, course),
    family: isFormer ? [] : familyOf(id, human, fatherName, father, tools),
    schools: isFormer ? [] : [schoolOf(id, grade, human, home)],
  }
}
const two = (n: number): string => String(n).padStart(2, '0')
/** Fathers share the family name, unless the name has none. */
const parentName = (child: string, name: string): string => (child.includes('·') ? name : `${[...child][0] ?? ''}${[...name].slice(1).join('')}`)

function spansOf(row: StudentDraft, course: Course): SpanDraft[] {
  return course.steps.map((step, i) => {
    const { from, cause, ...standing } = step
    const copied = Object.fromEntries(SPAN_FIELDS.map(name => [name, row[name]]))
    return { ...copied, ...standing, studentId: row.id, from, to: course.steps[i + 1]?.from ?? null, cause, createdAt: `${from}T08:00:00+08:00` } as unknown as SpanDraft
  })
}
function familyOf(studentId: string, human: DemoHuman, fatherName: string, father: DemoHuman, { random, parent }: Tools): DemoStudent['family'] {
  const row = (relation: string, name: string, phone: string, isGuardian: boolean) => ({
    studentId,
    relation,
    name,
    phone,
    isGuardian,
    occupation: random.pick(JOBS),
    incomeYearly: random.int(20, 160) * 100_000,
  })
  const made = [row('51', fatherName, father.phone, true)]
  if (random.chance(0.6)) {
    const mother = parent({ born: [`${Number(human.birthDate.slice(0, 4)) - 34}-01-01`, `${Number(human.birthDate.slice(0, 4)) - 21}-12-31`], male: 0 })
    made.push(row('52', mother.name, mother.phone, false))
  }
  return made
}
const schoolOf = (studentId: string, grade: number, human: DemoHuman, home: string) => ({
  studentId,
  from: `${grade - 3}-09-01`,
  to: `${grade}-06-30`,
  school: `${home}第${['一', '二', '三'][Number(human.idNo.slice(15, 16)) % 3]}中学`.slice(0, 100),
})
