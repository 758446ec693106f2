import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import { type Random, randomOf } from '#server/demo/random.ts'
import { addDays } from '../../model/days.ts'
import { department } from '../../model/organisation.ts'
import { classStaff, teacher } from '../../model/people.ts'
import { peopleMaker } from '../demo-names.ts'
import { personsFor } from '../persons.ts'
import { COLLEGES, HOME_CANTONS, OFFICES } from './catalogue.ts'
import { type DemoClass, type Organisation, two } from './organisation.ts'

type Teacher = Row<typeof teacher>
type StaffDraft = { staffCategory: string; departmentId: string; title: string; duty: string | null }
const TITLES = ['011', '012', '012', '013', '013', '013', '014'] as const

/** All staff: counsellors by number of classes, teachers per college, offices. */
export async function makeTeachers(db: Db, { departments }: Organisation, grade: number, many: number, counsellors: ReadonlyMap<string, number>): Promise<Teacher[]> {
  const random = randomOf(23)
  const human = peopleMaker(29, HOME_CANTONS)
  const roles = rolesOf(departments, many, counsellors, random)
  const people = roles.map(() => human({ born: [`${grade - 58}-01-01`, `${grade - 25}-12-31`], male: 0.46 }))
  const persons = await personsFor(db, people)
  const drafts = roles.map((role, i) => {
    const { cantonCode: _home, ...who } = people[i] as (typeof people)[number]
    const age = grade - Number(who.birthDate.slice(0, 4))
    const staffNo = String(2000001 + i)
    const more = {
      politicalCode: random.chance(0.55) ? '01' : '13',
      email: `t${staffNo}@qinglan.example`,
      hireDate: `${grade - random.int(0, Math.max(0, age - 24))}-07-01`,
      status: 'active' as const,
    }
    return { staffNo, personId: persons[i] as string, ...who, ...role, campusId: departments.get(codeOf(departments, role.departmentId))?.campusId ?? null, ...more }
  })
  await db.insertMany(teacher, drafts)
  return db.unscoped(teacher).all({}, { sort: ['staffNo'] }) // demo data: no data scope
}
const codeOf = (departments: Organisation['departments'], id: string): string => [...departments].find(([, d]) => d.id === id)?.[0] ?? ''

function rolesOf(departments: Organisation['departments'], many: number, counsellors: ReadonlyMap<string, number>, random: Random): StaffDraft[] {
  const idOf = (code: string): string => departments.get(code)?.id as string
  const made: StaffDraft[] = []
  for (const [i] of COLLEGES.entries()) {
    const college = idOf(two(i + 1))
    made.push(
      { staffCategory: 'administrator', departmentId: college, title: '012', duty: '院长' },
      { staffCategory: 'administrator', departmentId: college, title: '013', duty: '学工办主任' },
    )
    for (let n = counsellors.get(college) ?? 0; n > 0; n--)
      made.push({ staffCategory: random.chance(0.85) ? 'fullFdy' : 'partFdy', departmentId: college, title: random.pick(['013', '014', '014']), duty: '辅导员' })
  }
  for (const [code, name] of OFFICES) made.push({ staffCategory: 'administrator', departmentId: idOf(code), title: '013', duty: name.endsWith('处') ? '处长' : '主任' })
  for (let i = 0; made.length < many; i++) {
    const office = i % 6 === 5
    const departmentId = office ? idOf(OFFICES[i % OFFICES.length]?.[0] ?? '') : idOf(two((i % COLLEGES.length) + 1))
    made.push({ staffCategory: office ? random.pick(['administrator', 'worker']) : 'teacher', departmentId, title: office ? '999' : random.pick(TITLES), duty: null })
  }
  return made
}
/** Counsellors per college so that most stay below the ratio. */
export function counsellorsNeeded(classes: readonly DemoClass[]): Map<string, number> {
  const running = new Map<string, number>()
  for (const c of classes) if (c.state === 'active') running.set(c.departmentId, (running.get(c.departmentId) ?? 0) + 1)
  return new Map([...running].map(([id, n]) => [id, Math.max(1, Math.round(n / 5.15))]))
}
/** Counsellors and head teachers of classes: three years of history, two classes without a counsellor, a few counsellors above the ratio. */
export async function makeRelations(db: Db, classes: readonly DemoClass[], teachers: readonly Teacher[], grade: number): Promise<void> {
  const random = randomOf(31)
  const drafts = [...new Set(classes.map(c => c.departmentId))].flatMap(id => {
    const mine = (category: (c: string) => boolean): Teacher[] => teachers.filter(t => t.departmentId === id && category(t.staffCategory))
    const [fdys, heads] = [mine(c => c.endsWith('Fdy')), mine(c => c === 'teacher')]
    return classes.filter(c => c.departmentId === id).flatMap((c, i) => [...counsels(c, i, fdys, grade, random), ...headed(c, heads[i % Math.max(1, heads.length)])])
  })
  const running = classes.filter(c => c.state === 'active')
  const lacking = new Set(running.slice(-2).map(c => c.id))
  await db.insertMany(
    classStaff,
    drafts.filter(d => d.role === 'bzr' || !lacking.has(d.classId) || d.endDate !== null),
  )
}
const relation = (c: DemoClass, t: Teacher, role: 'fdy' | 'bzr', startDate: string, endDate: string | null) => ({
  classId: c.id,
  teacherId: t.id,
  role,
  startDate,
  endDate,
  isPrimary: true,
  docNo: `学工〔${startDate.slice(0, 4)}〕${(Number(startDate.slice(5, 7)) % 12) + 1} 号`,
})
function counsels(c: DemoClass, i: number, fdys: readonly Teacher[], grade: number, random: Random) {
  // every ninth class goes to the first counsellor, who exceeds the ratio
  const now = fdys[i % 9 === 8 ? 0 : i % Math.max(1, fdys.length)]
  if (!now) return []
  const end = c.state === 'ended' ? c.expectedEnd : null
  const before = fdys[(i + 1) % fdys.length]
  const changed = `${grade}-02-20`
  if (!before || before.id === now.id || c.grade >= grade || !random.chance(0.3) || (end !== null && end <= changed)) return [relation(c, now, 'fdy', c.startDate, end)]
  return [relation(c, before, 'fdy', c.startDate, changed), relation(c, now, 'fdy', changed, end)]
}
const headed = (c: DemoClass, t: Teacher | undefined) => (t ? [relation(c, t, 'bzr', addDays(c.startDate, 7), c.state === 'ended' ? c.expectedEnd : null)] : [])

/** Sets deans and heads of student affairs after the teachers exist. */
export async function nameLeaders(db: Db, teachers: readonly Teacher[]): Promise<void> {
  const first = (departmentId: string, duty: string): string | null => teachers.find(t => t.departmentId === departmentId && t.duty === duty)?.id ?? null
  for (const d of await db.unscoped(department).all({ parentId: null })) {
    const leaderId = first(d.id, '院长') ?? first(d.id, '处长') ?? first(d.id, '主任')
    if (leaderId) await db.update(department, d.id, { leaderId, studentAffairsLeadId: first(d.id, '学工办主任') })
  }
}
