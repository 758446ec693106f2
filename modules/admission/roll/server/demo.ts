import sql from 'sql-template-tag'
import type { DraftOf, Row } from '#model'
import { canton } from '#modules/campus/model/canton.ts'
import { personsFor } from '#modules/campus/server/api.ts'
import { peopleMaker } from '#modules/campus/server/demo-names.ts'
import type { StudentStatus } from '#modules/student/model/status.ts'
import { student } from '#modules/student/model/student.ts'
import { moveStatus } from '#modules/student/server/api.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { day, inHours, moment } from '#server/demo/days.ts'
import { type Demo, sized } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { type AdmittedState, admittedStudent } from '../model/admitted-student.ts'
import { enterRoll, type OnRoll } from './roll.ts'

type Draft = DraftOf<typeof admittedStudent> & { id: string }
/** The account of the welcome realm that people sign in with. */
const NEW_STUDENT = '26420106150001' // verbatim
const REASONS = ['复读', '被其他学校录取', '家庭原因', '出国留学'] as const // verbatim
/** Of a school of 30,000: who did not come. */
const AWAY: ReadonlyArray<readonly [state: AdmittedState, whole: number, least: number, status?: StudentStatus]> = [
  ['reserved', 40, 2, 'reserved'],
  ['notReported', 210, 4, 'notReported'],
  ['declined', 110, 3, 'notReported'],
]
/** Of a school of 30,000: those of a later round on the first day of their arrival. */
const [LATER_WHOLE, LATER_LEAST] = [600, 40]
const ON_THE_DAY: readonly AdmittedState[] = ['arrived', 'intended', 'arrived', 'reviewed', 'arrived', 'arrived', 'intended', 'reviewed', 'arrived', 'imported']
/** Who is admitted later than the others, in every state before enrolment. */
const LATER: readonly AdmittedState[] = ['imported', 'imported', 'imported', 'intended', 'intended', 'intended', 'late', 'late', 'arrived', 'arrived', 'reviewed', 'reviewed']

/** The newest grade as it was admitted: nearly all enrolled, some kept back, absent or declined, and a handful of a later round in every state before. */
export default (async (db, { students }) => {
  const freshmen = await newest(db)
  const [first] = freshmen
  if (!first?.grade) return
  await db.insertMany(admittedStudent, freshmen.map(onceAdmitted), { history: false })
  const away = AWAY.flatMap(([state, whole, least, status]) => Array.from({ length: sized(students, whole, least) }, () => ({ state, status })))
  const onTheDay = Array.from({ length: sized(students, LATER_WHOLE, LATER_LEAST) }, (_, n) => ON_THE_DAY[n % ON_THE_DAY.length] ?? 'intended')
  const others = [...away, ...[...LATER, ...onTheDay].map(state => ({ state, status: undefined }))]
  const drafts = await people(
    db,
    freshmen,
    others.map(o => o.state),
  )
  await db.insertMany(admittedStudent, drafts, { history: false })
  await enterRoll(db, await db.unscoped(admittedStudent).all({ id: drafts.map(d => d.id) })) // demo data: no data scope
  for (const [n, { status }] of others.entries()) {
    const studentId = drafts[n]?.id
    if (status && studentId) await moveStatus(db, { studentId, to: status, effectiveDate: day(0), until: status === 'reserved' ? day(900) : null, source: 'admission' })
  }
}) satisfies Demo

const newest = async (db: Db): Promise<Row<typeof student>[]> => {
  const [top] = await db.query<{ grade: number | null }>(sql`select max(grade)::int as grade from student where tenant_id = ${db.me.tenantId} and status = 'active'`)
  const rows = top?.grade ? await db.unscoped(student).all({ grade: top.grade, status: 'active' }) : [] // demo data: no data scope
  return rows.filter(r => r.ksh && r.phone && r.sourceCanton)
}
/** Scores that fall with the place on the list, so that lists have something to order by. */
const scoreOf = (n: number): number => 560 - (n % 190) - (n % 4) / 2
const onceAdmitted = (r: Row<typeof student>, n: number): Draft => ({
  ...{ id: r.id, year: r.grade ?? 0, ksh: r.ksh ?? '', name: r.name, genderCode: r.genderCode, idType: r.idType, idNo: r.idNo, birthDate: r.birthDate },
  ...{ ethnicityCode: r.ethnicityCode, politicalCode: r.politicalCode, gradeMajorId: r.gradeMajorId ?? '', level: r.level, duration: r.duration, departmentId: r.departmentId },
  ...{ sourceCanton: r.sourceCanton ?? '', phone: r.phone ?? '', guardianPhone: r.emergencyPhone, personId: r.personId, source: 'province', state: 'enrolled' },
  ...{ category: n % 3 ? 'B' : 'A', batch: '2', planNature: n % 40 ? '0' : '2', totalScore: scoreOf(n), recipient: r.name, address: r.homeAddress },
  ...{ answeredAt: moment(-110, '10:00'), arrivedAt: moment(-84 + (n % 2), '09:30'), hasLetter: true, hasIdDocument: true, hasArchive: true, enrolledOn: r.enrolDate },
})
async function people(db: Db, freshmen: ReadonlyArray<Row<typeof student>>, states: readonly AdmittedState[]): Promise<Draft[]> {
  const cantons = [...(await db.cached(canton)).values()].filter(c => c.level === 'area' && c.isEnabled).map(c => c.code)
  const random = randomOf(131)
  const human = peopleMaker(137, cantons)
  const year = freshmen[0]?.grade ?? 0
  const made = states.map(() => human({ born: [`${year - 20}-09-01`, `${year - 18}-08-31`], male: 0.52 }))
  const persons = await personsFor(db, made)
  return made.map((h, n) => {
    const state = states[n] as AdmittedState
    const place = random.pick(freshmen)
    const isOwn = n === states.indexOf('imported')
    return {
      ...{ id: uuidv7(), year, ksh: isOwn ? NEW_STUDENT : `${String(year).slice(2)}${h.cantonCode}9${String(n).padStart(5, '0')}`, name: isOwn ? '新同学' : h.name }, // verbatim
      ...{ genderCode: h.genderCode, idType: h.idType, idNo: h.idNo, birthDate: h.birthDate, ethnicityCode: h.ethnicityCode, politicalCode: '03', phone: h.phone },
      ...{ gradeMajorId: place.gradeMajorId ?? '', level: place.level, duration: place.duration, departmentId: place.departmentId, sourceCanton: h.cantonCode },
      ...{
        personId: persons[n] as string,
        source: 'province',
        state,
        category: 'B',
        batch: '2',
        planNature: '0',
        totalScore: scoreOf(n + 60),
        recipient: h.name,
        address: '人民路 12 号',
      }, // verbatim
      ...standing(state, n),
    }
  })
}
function standing(state: AdmittedState, n: number): Partial<OnRoll> {
  if (state === 'imported' || state === 'notReported') return {}
  const answered = { answeredAt: moment(-6 - (n % 5), '20:10') }
  if (state === 'declined') return { ...answered, declineReason: REASONS[n % REASONS.length] ?? null }
  if (state === 'late') return { ...answered, lateUntil: day(6 + n) }
  if (state === 'arrived') return { ...answered, arrivedAt: inHours(-(n % 40) / 10), hasLetter: true, hasIdDocument: true, reviewNote: '档案在途' } // verbatim
  if (state === 'reviewed') return { ...answered, arrivedAt: inHours(-(n % 40) / 10), hasLetter: true, hasIdDocument: true, hasArchive: true }
  return answered
}
