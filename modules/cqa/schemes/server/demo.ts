import type { DraftOf } from '#model'
import { calendarOf } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { moment } from '#server/demo/days.ts'
import { cqaIndex } from '../model/index-row.ts'
import { cqaPointRule } from '../model/point-rule.ts'
import { cqaScheme } from '../model/scheme.ts'
import type { Scheme } from './api.ts'

type Rule = Partial<DraftOf<typeof cqaPointRule>> & { evidenceKind: string; points: number }
type Node = Partial<DraftOf<typeof cqaIndex>> & { code: string; name: string; below?: readonly Node[]; rules?: readonly Rule[] }
const group = { kind: 'group', combine: 'sum', maxScore: 100 } as const
const SUM = { sameAchievement: 'sum' } as const
/** 德 20, 智 60, 体 10, 美 5, 劳 5. */
const TREE: Node = {
  ...{ ...group, code: 'T', name: '综合素质', combine: 'weighted' as const },
  below: [
    {
      ...{ ...group, code: 'D', name: '德育', weight: 20 },
      below: [
        {
          ...{ code: 'D1', name: '集体活动和任职', kind: 'auto', baseScore: 60, minScore: 0, maxScore: 85, explanation: '班级活动、院校活动、学生干部和荣誉，按佐证计分。' },
          rules: [
            { ...SUM, evidenceKind: 'activity', points: 0.5, capPerStudent: 5 },
            { ...SUM, evidenceKind: 'activity', level: 'school', points: 1, capPerStudent: 8 },
            { evidenceKind: 'office', points: 4 },
            { evidenceKind: 'office', level: 'college', points: 5 },
            { evidenceKind: 'award', points: 4 },
            { evidenceKind: 'award', level: 'school', points: 6 },
          ],
        },
        {
          ...{ code: 'D2', name: '缺勤和违纪', kind: 'deduct', minScore: -60, maxScore: 0 },
          rules: [
            { ...SUM, evidenceKind: 'absence', points: 0.5, capPerStudent: 10 },
            { ...SUM, evidenceKind: 'dormitoryCheck', points: 2 },
            { ...SUM, evidenceKind: 'punishment', points: 5 },
            { ...SUM, evidenceKind: 'punishment', titleHas: '严重警告', points: 10, dimensionCap: 75 },
            { ...SUM, evidenceKind: 'punishment', titleHas: '记过', points: 20, dimensionCap: 60 },
          ],
        },
        { code: 'D3', name: '品德表现', kind: 'scored', scorer: 'group', minScore: 0, maxScore: 15, explanation: '遵纪守法、诚实守信、关心集体，先自评，再由班级测评小组评。' },
      ],
    },
    {
      ...{ ...group, code: 'Z', name: '智育', weight: 60 },
      below: [
        { code: 'Z1', name: '学业成绩', kind: 'grades', maxScore: 100, explanation: '学年课程成绩按学分加权平均。' },
        {
          ...{ code: 'Z2', name: '竞赛和成果', kind: 'auto', minScore: 0, maxScore: 10 },
          rules: [
            { evidenceKind: 'competition', points: 1, teamSplit: 'byRole' },
            { evidenceKind: 'competition', level: 'provincial', points: 4, teamSplit: 'byRole' },
            { evidenceKind: 'competition', level: 'national', points: 8, teamSplit: 'byRole' },
            { evidenceKind: 'paper', points: 6, teamSplit: 'byRole' },
            { evidenceKind: 'certificate', points: 2, capPerStudent: 4 },
          ],
        },
      ],
    },
    {
      ...{ ...group, code: 'P', name: '体育', weight: 10 },
      below: [{ code: 'P1', name: '体质测试', kind: 'imported', minScore: 0, maxScore: 100, explanation: '体育部门的体质测试得分。' }],
    },
    {
      ...{ ...group, code: 'M', name: '美育', weight: 5 },
      below: [
        { code: 'M1', name: '文艺活动', kind: 'auto', baseScore: 60, minScore: 0, maxScore: 85, rules: [{ ...SUM, evidenceKind: 'activity', titleHas: '歌手', points: 5 }] },
        { code: 'M2', name: '艺术素养', kind: 'scored', scorer: 'self', needsProof: true, minScore: 0, maxScore: 15, explanation: '选修艺术课程、参加艺术社团，附证明。' },
      ],
    },
    {
      ...{ ...group, code: 'L', name: '劳育', weight: 5 },
      below: [
        {
          ...{ code: 'L1', name: '劳动、志愿和实践', kind: 'auto', baseScore: 60, minScore: 0, maxScore: 100 },
          rules: [
            { ...SUM, evidenceKind: 'labour', points: 1.5, perUnit: true, capPerStudent: 20 },
            { ...SUM, evidenceKind: 'volunteer', points: 1, perUnit: true, capPerStudent: 15 },
            { evidenceKind: 'practice', points: 5, capPerStudent: 10 },
          ],
        },
      ],
    },
  ],
}
/** The scheme of the last finished school year, at the stage of the groups, and that of the year before, whose results hold; none before the school has such years. */
export async function demoSchemes(db: Db): Promise<Scheme[]> {
  const years = (await calendarOf(db)).years.filter(y => y.endDate < today()).slice(0, 2)
  const officer = await demoAccount(db, 'officer')
  if (!officer) return []
  const schemes: Scheme[] = []
  for (const [n, year] of years.entries()) schemes.push(await schemeFor(db, officer, year, -12 - n * A_YEAR))
  return schemes
}
const A_YEAR = 365
async function schemeFor(db: Db, officer: { id: string; departmentId: string | null }, year: { xn: string; startDate: string; endDate: string }, began: number): Promise<Scheme> {
  const entry = Number(year.xn.slice(0, 4))
  const at = (days: number) => moment(began + days, '20:00')
  const scheme = await db.insert(cqaScheme, {
    ...{ processType: 'cqa', name: `${year.xn} 学年综合测评`, xn: year.xn, state: 'published', ownerDepartmentId: officer.departmentId, publishedAt: moment(began, '08:00') },
    ...{ audience: { roles: ['student'], grades: [entry - 3, entry - 2, entry - 1, entry] }, snapshotOn: year.endDate, evidenceFrom: year.startDate, evidenceTo: year.endDate },
    publisher: { userId: officer.id, departmentId: officer.departmentId, teacherId: null, studentId: null, reaches: [{ roleCode: 'officer', scope: 'all' }] },
    ...{ beginTime: moment(began, '08:00'), selfUntil: at(8), groupUntil: at(18), fdyUntil: at(22), endTime: at(26), openedStage: 'group', remindedStage: 'self' },
    ...{ rankScopes: ['class', 'majorGrade', 'collegeGrade'], tieBreakers: ['Z', 'D'], noticeLevel: 'class', noticeWorkdays: 5 },
    noticeColumns: ['name', 'studentNo', 'className', 'dimensions', 'total', 'rank'],
  } as DraftOf<typeof cqaScheme>)
  await plant(db, scheme.id)
  return scheme
}
async function plant(db: Db, schemeId: string): Promise<void> {
  const indexes: Array<DraftOf<typeof cqaIndex>> = []
  const rules: Array<DraftOf<typeof cqaPointRule>> = []
  const add = ({ below = [], rules: own = [], ...node }: Node, parentId: string | null, position: number): void => {
    const id = uuidv7()
    indexes.push({ ...node, id, schemeId, parentId, position } as DraftOf<typeof cqaIndex>)
    rules.push(...own.map(rule => ({ ...rule, indexId: id })))
    for (const [n, one] of below.entries()) add(one, id, n)
  }
  add(TREE, null, 0)
  await db.insertMany(cqaIndex, indexes, { history: false })
  await db.insertMany(cqaPointRule, rules, { history: false })
}
