import sql from 'sql-template-tag'
import type { OutputOf, Row } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import type { NamedCondition } from '#modules/workflow/flows/model/explain.ts'
import { followNotices } from '#modules/workflow/notices/server/jobs.ts'
import { today } from '#server/base/today.ts'
import { type StudentFact, studentFactSources } from '#server/extensions/student-facts.ts'
import { fixture } from '#testing/fixture.ts'
import { addRegistration, replaceRegistrations } from '#testing/registrations.ts'
import { upload } from '#testing/roster.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import type { openAwards } from './batches/model/application.ts'
import { awardApplication } from './batches/model/application-row.ts'
import { awardQuota } from './batches/model/quota.ts'
import type { awardCandidates } from './batches/model/quota-actions.ts'
import { awardItem } from './items/model/award-item.ts'
import { awardRecord } from './records/model/award-record.ts'

const CASE = 'award/awardApplication'
const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
type FactValues = Record<string, Record<string, number | boolean>>
export interface Pupil {
  id: string
  actor: Actor
}
type Item = Row<typeof awardItem>
type Level = NonNullable<Item['levels'][number]>
export const PLAIN: readonly Level[] = [{ name: '不分等级', amount: 100_000, figure: null, share: null }]
/** A school that awards: a counsellor, two colleges, an office; facts of students are what a test says they are. */
export interface AwardSchool extends SmallSchool {
  fdy: Actor
  college: Actor
  art: Actor
  officer: Actor
  /** What the made-up modules `cqa` and `discipline` know, by student. */
  grades: FactValues
  punished: Set<string>
  /** Lets a made-up module of discipline be there until the answer is called. */
  withDiscipline(): () => void
  pupil(given?: Record<string, unknown>): Promise<Pupil>
  item(conditions: readonly NamedCondition[], more?: Partial<Item>): Promise<string>
  /** A published batch with these seats for each item and college. */
  batch(itemIds: readonly string[], seats?: Readonly<Record<string, number>>, more?: Record<string, unknown>): Promise<string>
  apply(who: Actor, batchId: string, itemId: string, more?: Record<string, unknown>): Promise<Answer<{ id: string; instanceId: string | null }>>
  /** Applied for and approved by the counsellor and the college. */
  approved(who: Pupil, batchId: string, itemId: string, more?: Record<string, unknown>): Promise<string>
  offers(who: Actor): Promise<Array<OutputOf<typeof openAwards>>>
  nominate(by: Actor, id: string, level?: string): Promise<Answer<unknown>>
  quotaOf(batchId: string, itemId: string, departmentId?: string): Promise<string>
  candidates(by: Actor, quotaId: string): Promise<OutputOf<typeof awardCandidates>>
  case(id: string): Promise<Row<typeof awardApplication>>
  record(applicationId: string): Promise<Row<typeof awardRecord> | undefined>
  used(batchId: string): Promise<number[]>
  endNotice(batchId: string): Promise<void>
  proof(who: Actor): Promise<string[]>
}
export const awardSchool = fixture(
  'award',
  smallSchool,
  async (school: SmallSchool) => ({
    fdy: await school.as({ roles: ['fdy'], teacherId: school.ids.lin, departmentId: school.ids.info, nickName: '林知夏' }),
    college: await school.as({ roles: ['college'], departmentId: school.ids.info, nickName: '陈书记' }),
    art: await school.as({ roles: ['college'], departmentId: school.ids.art, nickName: '艺术学院' }),
    officer: await school.as({ roles: ['officer'], nickName: '李主任' }),
  }),
  (s): AwardSchool => ({ ...s, ...withFacts(s), ...withAwards(s) }),
)
type People = SmallSchool & Pick<AwardSchool, 'fdy' | 'college' | 'art' | 'officer'>
const fact = (label: string, type: StudentFact['type'], more: Partial<StudentFact> = {}): StudentFact => ({ label, type, ...more })
/** Facts of modules that may not be there, from what a test keeps. */
function withFacts(s: People) {
  const grades: FactValues = {}
  const punished = new Set<string>()
  const { registry } = s.server.core
  replaceRegistrations(
    registry,
    studentFactSources,
    registry.of(studentFactSources).filter(source => source.code !== 'discipline'),
  )
  addRegistration(registry, studentFactSources, {
    code: 'cqa',
    label: '学业成绩',
    permission: 'award:awardApplication:list',
    facts: {
      studyRank: fact('学业名次', 'number', { unit: '名' }),
      groupSize: fact('排名人数', 'number', { unit: '人' }),
      studyRankShare: fact('学业排名前', 'number', { unit: '%' }),
      failed: fact('不及格课程', 'number'),
      rankShare: fact('综合测评排名前', 'number', { unit: '%' }),
    },
    values: (db, students) => sql`select x.id, (x.f->>'studyRank')::int as "studyRank", (x.f->>'groupSize')::int as "groupSize",
        round((x.f->>'studyRank')::numeric * 100 / (x.f->>'groupSize')::numeric, 2)::float8 as "studyRankShare", (x.f->>'failed')::int as failed, (x.f->>'rankShare')::float8 as "rankShare"
      from (select k::uuid as id, v as f from jsonb_each(${JSON.stringify(grades)}::jsonb) j(k, v)) x where x.id in (${students}) and ${db.me.tenantId}::uuid is not null`,
  })
  const withDiscipline = () =>
    addRegistration(registry, studentFactSources, {
      code: 'discipline',
      label: '违纪处分',
      permission: 'award:awardApplication:list',
      facts: { inForce: fact('在处分期内', 'bool', { otherwise: false }) },
      values: (db, students) => sql`select x.id, true as "inForce" from unnest(${[...punished]}::uuid[]) x(id) where x.id in (${students}) and ${db.me.tenantId}::uuid is not null`,
    })
  return { grades, punished, withDiscipline }
}
function withAwards(s: People) {
  const act = async <T>(by: Actor, path: string, body: object): Promise<T> => {
    const answer = await by.post<T>(path, body)
    if (answer.code !== 200) throw new Error(`${path}: ${answer.msg}`)
    return answer.data
  }
  const decide = async (by: Actor, instanceId: string | null): Promise<void> => {
    const { data } = await by.get<{ result: Array<{ instanceId: string; taskId: string }> }>('workflow/processTask/mine', { tab: 'todo', size: 200 })
    await act(by, 'workflow/processTask/approve', { taskId: data.result.find(c => c.instanceId === instanceId)?.taskId })
  }
  const of: Omit<AwardSchool, keyof People | 'grades' | 'punished' | 'withDiscipline'> = {
    async pupil(given = {}) {
      const { id } = await act<{ id: string }>(s.officer, 'base/student/add', draftOf(s.ids.s2301, given))
      return { id, actor: await selfOf(s, id) }
    },
    async item(conditions, more = {}) {
      const n = serial('award')
      const draft = {
        code: `T${n}`,
        name: `奖项${n}`,
        category: 'scholarship',
        awardGrade: 'school',
        subject: 'student',
        levels: [...PLAIN],
        conditions,
        needsStatement: false,
        ...more,
      }
      return (await s.db.insert(awardItem, draft as never)).id
    },
    async batch(itemIds, seats = { [s.ids.info]: 5, [s.ids.art]: 5 }, more = {}) {
      const draft = {
        name: `评奖${serial('batch')}`,
        xn: '2026-2027',
        factsAsOf: today(),
        beginTime: inHours(-1),
        endTime: inHours(100),
        audience: { roles: ['student'] },
        atEnd: 'stay',
        collegeWorkdays: 0,
      }
      const { id } = await act<{ id: string }>(s.officer, 'award/awardBatch/add', {
        ...draft,
        itemIds: [...itemIds],
        noticeLevel: 'school',
        ownerDepartmentId: s.ids.info,
        ...more,
      })
      const total = Object.values(seats).reduce((a, b) => a + b, 0)
      const shares = Object.entries(seats).map(([departmentId, fixed]) => ({ departmentId, coefficient: 0, fixed }))
      for (const itemId of itemIds) await act(s.officer, 'award/awardBatch/allocate', { id, itemId, total, shares, store: true })
      await act(s.officer, 'award/awardBatch/publish', { id, confirmGaps: true })
      return id
    },
    apply: (who, batchId, itemId, more = {}) => who.post(`${CASE}/apply`, { batchId, itemId, statement: '学习认真，成绩优良', isOutstanding: false, ...more }),
    async approved(who, batchId, itemId, more) {
      const answer = await of.apply(who.actor, batchId, itemId, more)
      if (answer.code !== 200) throw new Error(answer.msg)
      const { departmentId } = await of.case(answer.data.id)
      if (departmentId === s.ids.info) await decide(s.fdy, answer.data.instanceId)
      await decide(departmentId === s.ids.info ? s.college : s.art, answer.data.instanceId)
      return answer.data.id
    },
    offers: async who => (await who.get<Array<OutputOf<typeof openAwards>>>(`${CASE}/offers`)).data,
    nominate: (by, id, level = '不分等级') => by.post(`${CASE}/nominate`, { id, level }),
    quotaOf: async (batchId, itemId, departmentId = s.ids.info) => (await s.db.unscoped(awardQuota).find({ batchId, itemId, departmentId }))?.id ?? '',
    candidates: async (by, id) => (await by.get<OutputOf<typeof awardCandidates>>('award/awardQuota/candidates', { id })).data,
    case: id => s.db.unscoped(awardApplication).one(id),
    async record(applicationId) {
      const [row] = await s.db.query<{ id: string }>(sql`select id from award_record where application_id = ${applicationId}`)
      return row && s.db.unscoped(awardRecord).one(row.id)
    },
    async used(batchId) {
      const rows = await s.db.query<{ used: number }>(sql`select used from seat_balance where round_id = ${batchId} and issued > 0 order by issued, holder`)
      return rows.map(r => r.used)
    },
    async endNotice(batchId) {
      await s.db.query(sql`update public_notice set begin_at = now() - interval '300 hours', end_at = now() - interval '1 hour' where round_id = ${batchId} and state = 'running'`)
      await followNotices(s.db)
      await s.server.settle()
    },
    async proof(who) {
      const sent = await upload<{ fileId: string }>(who, 'oss/oss/endpoint/put-file', Buffer.from('%PDF-1.4\n%%EOF\n'), '证明.pdf')
      return [sent.data.fileId]
    },
  }
  return of
}
export const rulesOf = (answer: Answer<unknown>): string[] => answer.errors.map(e => e.rule.split('.').at(-1) ?? '')
/** A study rank within a group. */
export const ranked = (studyRank: number, groupSize: number, failed = 0) => ({ studyRank, groupSize, failed })
export const TOP_TEN: NamedCondition = { name: '学业排名前 10%', when: { fact: 'cqa.studyRankShare', op: 'le', value: 10 } }
