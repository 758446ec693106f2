import sql from 'sql-template-tag'
import type { DraftOf, Row } from '#model'
import { schoolDate } from '#model/school-time.ts'
import { teacher } from '#modules/campus/model/people.ts'
import { calendarOf, dayAt } from '#modules/campus/server/api.ts'
import { type DemoPupil, demoPupils } from '#modules/student/server/demo-people.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import type { Demo } from '#server/demo/options.ts'
import { labourAttendance } from '../model/attendance.ts'
import { labourEnrolment } from '../model/enrolment.ts'
import { labourPlan } from '../model/plan.ts'
import { labourProject, labourSession } from '../model/project.ts'
import { bucketOf, DEFAULT_WEIGHTS, tenthsOf } from '../model/rules.ts'
import { labourDuty } from '../model/week.ts'
import { settleHours } from './hours.ts'
import { writeSessions } from './sessions.ts'
import { ENROLMENT } from './settle.ts'

const KINDS = [
  { kind: 'course', category: 'daily', name: '劳动教育课', place: '劳动教室', hours: 4 },
  { kind: 'week', category: 'service', name: '劳动周：校园美化', place: '校园', hours: 4 },
  { kind: 'practice', category: 'daily', name: '教学楼保洁', place: '教学楼', hours: 2 },
  { kind: 'practice', category: 'production', name: '木工工坊', place: '实训楼 105', hours: 3 },
  { kind: 'practice', category: 'service', name: '食堂帮厨', place: '第一食堂', hours: 2 },
  { kind: 'post', category: 'service', name: '图书馆管理岗', place: '图书馆', hours: 2 },
  { kind: 'practice', category: 'production', name: '校园农场', place: '东区农场', hours: 3 },
  { kind: 'course', category: 'production', name: '劳模讲堂', place: '报告厅', hours: 2 },
] as const
const [PAST, OPEN, EACH, REST, WEEK] = [32, 8, 3, 5, 7]
const WEEK_POSTS = [
  { place: '东区花园', work: '除草、修剪', tools: '锄头、剪刀、手套' },
  { place: '图书馆', work: '书架除尘', tools: '抹布、水桶' },
  { place: '体育馆', work: '清扫看台', tools: '扫帚、簸箕' },
]
const NOTICE = '<p>按要求着装，听从指导教师安排；身体不适及时说明。</p>'
type Project = DraftOf<typeof labourProject> & Partial<Pick<Row<typeof labourProject>, 'state' | 'stage' | 'enrolled' | 'arrivals'>>
/** Requirements of all grades, projects of the last terms with the hours of most students, and some that take enrolments now. */
export default (async db => {
  const [officer, guide] = [await demoAccount(db, 'officer'), await demoAccount(db, 'teacher')]
  const pupils = await demoPupils(db)
  const [someTeacher] = await db.unscoped(teacher).all({}, { limit: 1 }) // demo data
  const teacherId = guide?.teacherId ?? someTeacher?.id
  const departmentId = guide?.departmentId ?? pupils[0]?.departmentId
  if (!officer || !teacherId || !departmentId || !pupils.length) return
  await requirements(db)
  const publisher = { userId: officer.id, departmentId: null, teacherId: null, studentId: null, reaches: [{ roleCode: 'officer', scope: 'all' }] }
  const book = await calendarOf(db)
  const common = {
    processType: 'labourProject',
    audience: { roles: ['student'] },
    organiserDeptId: departmentId,
    ownerDepartmentId: departmentId,
    teacherId,
    safetyNotice: NOTICE,
    assessment: DEFAULT_WEIGHTS,
    publisher,
  }
  const draftOf = (n: number, first: number, capacity: number, more: Partial<Project>): Project => {
    const { kind, category, name, place, hours } = KINDS[n % KINDS.length] ?? KINDS[0]
    const sessions = [0, WEEK].map(later => ({ start: moment(first + later, '14:00'), end: moment(first + later, '17:00'), hours }))
    const at = dayAt(book, day(first))
    const xqM = (at?.xqM ?? null) as Project['xqM']
    return { ...common, name: `${name}（第 ${n + 1} 期）`, kind, category, place, sessions, hoursCap: 2 * hours, capacity, xn: at?.xn ?? null, xqM, ...more } as Project
  }
  const doers = pupils.filter((p, n) => p.isOwn || n % REST !== REST - 1)
  for (let n = 0; n < PAST; n++) {
    const first = -21 - 9 * n
    const people = doers.filter((p, i) => (i + n) % Math.ceil(PAST / EACH) === 0 || (p.isOwn && n % 4 === 0))
    if (people.length)
      await past(
        db,
        draftOf(n, first, people.length + 2, {
          beginTime: moment(first - 14, '08:00'),
          endTime: moment(first - 3, '20:00'),
          state: 'closed',
          stage: 'settled',
          enrolled: people.length,
          arrivals: people.length,
        }),
        people,
      )
  }
  for (let n = 0; n < OPEN; n++)
    await open(
      db,
      draftOf(n, 10 + 3 * n, 20 + 5 * n, { beginTime: moment(-2, '08:00'), endTime: moment(6, '20:00'), state: 'published', enrolled: 12 }),
      pupils.filter(p => !p.isOwn && p.hasAccount).slice(n * 12, n * 12 + 12),
    )
}) satisfies Demo
async function requirements(db: Db): Promise<void> {
  const found = await db.query<{ level: string; grade: number }>(
    sql`select distinct level, grade from student where tenant_id = ${db.me.tenantId} and level is not null and grade is not null and deleted_at is null`,
  )
  await db.insertMany(
    labourPlan,
    found.map(({ level, grade }) => ({ educationLevel: level, grade, courseHours: level === '4' ? 32 : 16, dailyHours: 6, productionHours: 6, serviceHours: 8, credit: 1 })),
    { skipExisting: true },
  )
}
interface DemoProject {
  project: Row<typeof labourProject>
  sessions: ReadonlyArray<Row<typeof labourSession>>
}
async function published(db: Db, draft: Project): Promise<DemoProject> {
  const { id } = await db.insert(labourProject, { ...draft, publishedAt: draft.beginTime })
  const project = await db.unscoped(labourProject).one(id) // demo data
  await writeSessions(db, project)
  return { project, sessions: await db.unscoped(labourSession).all({ projectId: id }, { sort: ['startsAt'] }) } // demo data
}
const rowOf = ({ id: projectId, teacherId, ownerDepartmentId, beginTime }: Row<typeof labourProject>, { id: studentId, departmentId, classId }: DemoPupil, arrival: number) => ({
  ...{ projectId, studentId, teacherId, ownerDepartmentId, departmentId, classId, arrival, enrolledAt: beginTime, safetyConfirmedAt: beginTime },
})
/** A project that is settled: most were there both times, some left early, a few did not come. */
async function past(db: Db, draft: Project, people: readonly DemoPupil[]): Promise<void> {
  const { project, sessions } = await published(db, draft)
  const per = draft.hoursCap / sessions.length
  const outcomes = people.map((who, n) => (n % 23 === 11 && !who.isOwn ? 'absent' : n % 9 === 4 ? 'noOut' : 'present') as 'absent' | 'noOut' | 'present')
  const hours = (n: number): number => (outcomes[n] === 'absent' ? 0 : outcomes[n] === 'noOut' ? per / 2 : per)
  const marks = (n: number): number => 70 + ((n * 7) % 28)
  const drafts = people.map((who, n) => {
    const isThere = outcomes[n] !== 'absent'
    const total = hours(n) * sessions.length
    const state = isThere ? ('completed' as const) : ('absent' as const)
    return { ...rowOf(project, who, n + 1), state, hours: total, ...(isThere && { performance: marks(n), report: marks(n + 3), score: marks(n + 1) }) }
  })
  await db.insertMany(labourEnrolment, drafts, { history: false })
  await db.insertMany(
    labourAttendance,
    sessions.flatMap(({ id: sessionId, startsAt, endsAt, teacherId, ownerDepartmentId }) =>
      people.map((who, n) => {
        const state = outcomes[n] ?? 'present'
        const times = state === 'absent' ? {} : { signIn: startsAt, signOut: state === 'noOut' ? null : endsAt }
        return {
          sessionId,
          projectId: project.id,
          studentId: who.id,
          teacherId,
          ownerDepartmentId,
          date: schoolDate(startsAt),
          method: 'sign' as const,
          state,
          hours: hours(n),
          ...times,
        }
      }),
    ),
    { history: false },
  )
  const rows = await db.unscoped(labourEnrolment).all({ projectId: project.id, state: 'completed' }) // demo data
  const occurredOn = schoolDate(sessions.at(-1)?.startsAt ?? draft.endTime)
  await settleHours(
    db,
    ENROLMENT,
    rows.map(r => ({ studentId: r.studentId, kind: bucketOf(project), sourceId: r.id, amount: tenthsOf(r.hours ?? 0), occurredOn, title: project.name, values: { name: '' } })),
  )
}
/** A project that takes enrolments. */
async function open(db: Db, draft: Project, people: readonly DemoPupil[]): Promise<void> {
  const { project, sessions } = await published(db, { ...draft, enrolled: people.length, arrivals: people.length })
  const groupNo = (n: number) => (draft.kind === 'week' ? (n % WEEK_POSTS.length) + 1 : null)
  const drafts = people.map((who, n) => ({ ...rowOf(project, who, n + 1), state: 'enrolled' as const, groupNo: groupNo(n) }))
  await db.insertMany(labourEnrolment, drafts, { history: false })
  if (draft.kind !== 'week') return
  const { id: projectId, teacherId, ownerDepartmentId } = project
  await db.insertMany(
    labourDuty,
    sessions.flatMap(({ id: sessionId }, turn) =>
      WEEK_POSTS.map((post, n) => ({ projectId, sessionId, groupNo: ((n + turn) % WEEK_POSTS.length) + 1, ...post, teacherId, ownerDepartmentId })),
    ),
  )
}
