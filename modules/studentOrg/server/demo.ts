import { department, stuClass } from '#modules/campus/model/organisation.ts'
import { teacher } from '#modules/campus/model/people.ts'
import { leagueBranch } from '#modules/league/model/branch.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import type { Demo } from '#server/demo/options.ts'
import { studentOrg } from '../model/org.ts'
import { orgPost, orgUnit } from '../model/post.ts'
import { makeElection } from './demo-elections.ts'
import { makeEvaluation } from './demo-evaluation.ts'
import { makeHolders } from './demo-holders.ts'
import { presetPosts } from './make-for-classes.ts'

const UNITS = ['办公室', '学习部', '文体部', '权益部', '宣传部'] as const
const COLLEGE = '1'
/** The union of the school, those of the colleges, and the committees of all classes and branches. */
export default (async db => {
  const guides = await db.unscoped(teacher).all({ status: 'active' }, { sort: ['staffNo'] }) // demo data
  if (!guides.length) return
  const colleges = [...(await db.cached(department)).values()].filter(d => d.deptType === COLLEGE && d.isEnabled).toSorted((a, b) => (a.code < b.code ? -1 : 1))
  const guideOf = (departmentId: string | null, n: number) => (guides.find(g => g.departmentId === departmentId) ?? guides[n % guides.length])?.id ?? null
  const school = uuidv7()
  await db.insertMany(
    studentOrg,
    [
      { id: school, code: 'XSH', name: '校学生会', type: 'studentUnion', level: 'school', guideId: guideOf(null, 0), state: 'active' },
      ...colleges.map((d, n) => ({
        ...{ id: uuidv7(), code: `XSH${d.code}`, name: `${d.name}学生会`, type: 'studentUnion' as const, level: 'college' as const, departmentId: d.id },
        ...{ parentId: school, guideId: guideOf(d.id, n), state: 'active' as const },
      })),
    ],
    { history: false },
  )
  await makePosts(db)
  await makeOfClasses(db)
  await makeHolders(db)
  await makeElection(db)
  await makeEvaluation(db)
}) satisfies Demo

async function makePosts(db: Db): Promise<void> {
  const unions = await db.unscoped(studentOrg).all({ type: 'studentUnion' }) // demo data
  const units = unions.flatMap(o => UNITS.slice(0, o.level === 'school' ? UNITS.length : 3).map((name, n) => ({ id: uuidv7(), orgId: o.id, name, sort: n + 1 })))
  await db.insertMany(orgUnit, units, { history: false })
  const posts = [
    ...unions.map(o => ({ orgId: o.id, unitId: null, name: '主席团成员', kind: 'chair' as const, seats: o.level === 'school' ? 5 : 3, way: 'election' as const, sort: 1 })),
    ...units.flatMap(u => [
      { orgId: u.orgId, unitId: u.id, name: '部长', kind: 'unitHead' as const, seats: 1, way: 'recommendation' as const, sort: 10 * u.sort },
      { orgId: u.orgId, unitId: u.id, name: '工作人员', kind: 'officer' as const, seats: 4, way: 'appointment' as const, sort: 10 * u.sort + 1 },
    ]),
  ]
  await db.insertMany(orgPost, posts, { history: false })
}
async function makeOfClasses(db: Db): Promise<void> {
  const classes = [...(await db.cached(stuClass)).values()].filter(c => c.state === 'active')
  const branches = await db.unscoped(leagueBranch).all({ level: 'branch' }) // demo data
  const branchOf = new Map(branches.flatMap(b => (b.classId ? [[b.classId, b] as const] : [])))
  const made = classes.flatMap(c => {
    const same = { level: 'class' as const, departmentId: c.departmentId, grade: c.grade, classId: c.id, state: 'active' as const }
    const branch = branchOf.get(c.id)
    return [
      { ...same, id: uuidv7(), code: `BW${c.classNo}`, name: `${c.name}班委会`, type: 'classCommittee' as const, leagueBranchId: null },
      ...(branch ? [{ ...same, id: uuidv7(), code: `TZ${branch.code}`, name: `${branch.name}委员会`, type: 'leagueBranch' as const, leagueBranchId: branch.id }] : []),
    ]
  })
  await db.insertMany(studentOrg, made, { history: false })
  for (const type of ['classCommittee', 'leagueBranch'] as const)
    await presetPosts(
      db,
      type,
      made.flatMap(o => (o.type === type ? [o.id] : [])),
    )
}
