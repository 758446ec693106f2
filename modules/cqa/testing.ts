import sql from 'sql-template-tag'
import type { DraftOf, OutputOf, Row } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { evidence } from '#modules/evidence/model/evidence.ts'
import { addStudent, draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import type { cqaIndex } from './schemes/model/index-row.ts'
import type { cqaPointRule } from './schemes/model/point-rule.ts'
import { cqaScheme } from './schemes/model/scheme.ts'
import type { explainSheet } from './sheets/model/actions.ts'
import { cqaSheet } from './sheets/model/sheet.ts'

export { ruleOf } from '#testing/answers.ts'

export const XN = '2025-2026'
export const FROM = '2025-09-01'
export const TO = '2026-08-31'
export const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
/** Windows in which one stage runs now. */
export const WINDOWS = {
  self: { beginTime: inHours(-1), selfUntil: inHours(10), groupUntil: inHours(20), fdyUntil: inHours(30), endTime: inHours(40) },
  group: { beginTime: inHours(-20), selfUntil: inHours(-10), groupUntil: inHours(10), fdyUntil: inHours(30), endTime: inHours(40) },
  fdy: { beginTime: inHours(-30), selfUntil: inHours(-20), groupUntil: inHours(-10), fdyUntil: inHours(10), endTime: inHours(40) },
  college: { beginTime: inHours(-40), selfUntil: inHours(-30), groupUntil: inHours(-20), fdyUntil: inHours(-10), endTime: inHours(10) },
} as const
type IndexInput = Partial<DraftOf<typeof cqaIndex>> & { code: string; below?: readonly IndexInput[]; rules?: ReadonlyArray<Partial<DraftOf<typeof cqaPointRule>>> }
/** 德 by 40: a base of 60 with activities and punishments; 智 by 60: scored by the group. */
export const TREE: IndexInput = {
  code: 'T',
  kind: 'group',
  combine: 'weighted',
  maxScore: 100,
  below: [
    {
      code: 'D',
      kind: 'group',
      combine: 'sum',
      weight: 40,
      maxScore: 100,
      below: [
        {
          code: 'D1',
          kind: 'auto',
          baseScore: 60,
          minScore: 0,
          maxScore: 90,
          rules: [
            { evidenceKind: 'activity', points: 2 },
            { evidenceKind: 'activity', level: 'school', points: 5 },
          ],
        },
        { code: 'D2', kind: 'scored', scorer: 'group', maxScore: 10, minScore: 0 },
      ],
    },
    { code: 'Z', kind: 'scored', scorer: 'group', weight: 60, maxScore: 100, minScore: 0 },
  ],
}
export interface CqaSchool extends SmallSchool {
  officer: Actor
  college: Actor
  fdy: Actor
  student(name?: string, classId?: string, more?: object): Promise<string>
  self(studentId: string): Promise<Actor>
  /** A valid draft, as the page sends it. */
  given(more?: object): object
  draft(more?: object): Promise<string>
  /** Adds an index with all below it; answers the ids by code. */
  tree(schemeId: string, of?: IndexInput): Promise<Map<string, string>>
  publish(schemeId: string): Promise<Answer<{ count: number }>>
  /** A published scheme with a tree, whose first calculation is over. */
  scheme(more?: object, of?: IndexInput): Promise<{ id: string; index: Map<string, string> }>
  /** Moves the windows of a published scheme, as time does. */
  at(schemeId: string, stage: keyof typeof WINDOWS): Promise<void>
  entry(studentId: string, kind: string, more?: Partial<DraftOf<typeof evidence>>): Promise<string>
  sheet(schemeId: string, studentId: string): Promise<Row<typeof cqaSheet>>
  calculate(schemeId: string, classId?: string): Promise<void>
  explain(by: Actor, id: string): Promise<OutputOf<typeof explainSheet>>
}
export const cqaSchool = fixture(
  'cqa',
  smallSchool,
  async (s: SmallSchool) => ({
    officer: await s.as({ roles: ['officer'], nickName: '学工处' }),
    college: await s.as({ roles: ['college'], departmentId: s.ids.info, nickName: '信息学院' }),
    fdy: await s.as({ roles: ['fdy'], teacherId: s.ids.lin, departmentId: s.ids.info, nickName: '林知夏' }),
  }),
  (s): CqaSchool => ({ ...s, ...withSchemes(s) }),
)
type People = SmallSchool & Pick<CqaSchool, 'officer' | 'college' | 'fdy'>
function withSchemes(s: People): Omit<CqaSchool, keyof People> {
  const act = async <T>(by: Actor, path: string, body: object): Promise<T> => {
    const answer = await by.post<T>(path, body)
    if (answer.code !== 200) throw new Error(`${path}: ${answer.msg}`)
    return answer.data
  }
  const of: Omit<CqaSchool, keyof People> = {
    student: async (name = '周雨桐', classId = s.ids.s2301, more = {}) => (await addStudent(s.officer, draftOf(classId, { name, ...more }))).id,
    self: studentId => selfOf(s, studentId),
    given: (more = {}) => ({
      ...{ name: `测评${serial('cqa')}`, xn: XN, audience: { classIds: [s.ids.s2301] }, ...WINDOWS.self },
      ...{ snapshotOn: '2026-09-01', evidenceFrom: FROM, evidenceTo: TO, rankScopes: ['class', 'majorGrade'], tieStyle: 'competition', fdyDelta: 1 },
      ...{ gradeCourses: 'all', gradeRetakes: 'none', noticeLevel: 'class', noticeWorkdays: 3, noticeColumns: ['name', 'dimensions', 'total', 'rank'] },
      ownerDepartmentId: s.ids.info,
      ...more,
    }),
    draft: async more => (await act<{ id: string }>(s.officer, 'cqa/cqaScheme/add', of.given(more))).id,
    async tree(schemeId, given = TREE) {
      const made = new Map<string, string>()
      const add = async ({ below = [], rules = [], ...draft }: IndexInput, parentId: string | null, position: number): Promise<void> => {
        const { id } = await act<{ id: string }>(s.officer, 'cqa/cqaIndex/add', { name: `指标${draft.code}`, ...draft, schemeId, parentId, position })
        made.set(draft.code, id)
        for (const rule of rules) await act(s.officer, 'cqa/cqaPointRule/add', { teamSplit: 'full', sameAchievement: 'highest', ...rule, indexId: id })
        for (const [n, one] of below.entries()) await add(one, id, n)
      }
      await add(given, null, 0)
      return made
    },
    async publish(id) {
      await s.server.settle() // accounts of new students
      return s.officer.post<{ count: number }>('cqa/cqaScheme/publish', { id, confirmGaps: true })
    },
    async scheme(more = {}, given = TREE) {
      const id = await of.draft(more)
      const index = await of.tree(id, given)
      const answer = await of.publish(id)
      if (answer.code !== 200) throw new Error(answer.msg)
      await s.server.settle()
      return { id, index }
    },
    async at(id, stage) {
      await s.db.updateWhere(cqaScheme, { id }, WINDOWS[stage], { history: false })
    },
    async entry(studentId, kind, more = {}) {
      const n = serial('evidence')
      const draft = { studentId, kind, occurredOn: '2026-03-01', sourceType: 'test', sourceId: `t${n}`, sourceSeq: 0, title: `佐证${n}`, xn: XN, ...more }
      return (await s.db.insert(evidence, draft as DraftOf<typeof evidence>)).id
    },
    sheet: async (schemeId, studentId) => {
      const row = await s.db.unscoped(cqaSheet).find({ schemeId, studentId })
      if (!row) throw new Error('no sheet')
      return row
    },
    async calculate(schemeId, classId) {
      await act(s.officer, 'cqa/cqaSheet/calculate', { schemeId, ...(classId ? { classId } : {}) })
      await s.server.settle()
    },
    explain: async (by, id) => (await by.get<OutputOf<typeof explainSheet>>('cqa/cqaSheet/explain', { id })).data,
  }
  return of
}
/** Ends the schemes, so that the next one may evaluate the same period. */
export const endSchemes = (s: CqaSchool): Promise<unknown> => s.db.query(sql`update cqa_scheme set state = 'cancelled' where tenant_id = ${s.tenantId}`)
/** After a test: the next one evaluates the same class, with students of its own. */
export async function startAfresh(s: CqaSchool): Promise<void> {
  await endSchemes(s)
  await s.db.query(sql`update student set status = 'graduated' where tenant_id = ${s.tenantId}`)
}
