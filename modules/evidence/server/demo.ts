import type { DraftOf } from '#model'
import { calendarOf, dayAt } from '#modules/campus/server/api.ts'
import { type DemoPupil, demoPupils } from '#modules/student/server/demo-people.ts'
import { submit } from '#modules/workflow/server/api.ts'
import { makePast } from '#modules/workflow/server/demo-cases.ts'
import { today } from '#server/base/today.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { day, moment } from '#server/demo/days.ts'
import type { Demo } from '#server/demo/options.ts'
import { type Random, randomOf } from '#server/demo/random.ts'
import type { EvidenceKind } from '#server/extensions/evidence.ts'
import { evidenceDeclaration } from '../model/declaration.ts'
import { DECLARED, evidence } from '../model/evidence.ts'
import { declarationSubject } from '../model/flow.ts'

type Drafted = DraftOf<typeof evidence> & { occurredOn: string }
interface Sort {
  kind: EvidenceKind
  titles: readonly string[]
  levels?: readonly string[]
  places?: readonly string[]
  /** Hours, at most. */
  hours?: number
  source?: string
  /** Entries in two years of one student among whom it happens. */
  times: number
  /** Share of students. */
  share: number
}
const SORTS: readonly Sort[] = [
  { kind: 'activity', titles: ['主题班会', '运动会方阵', '读书分享会', '新生篮球赛', '校园歌手大赛观众组织'], levels: ['class', 'college', 'school'], times: 12, share: 1 },
  { kind: 'volunteer', titles: ['图书馆整理', '社区支教', '迎新志愿者', '无偿献血宣传'], hours: 6, times: 8, share: 0.8 },
  { kind: 'labour', titles: ['教学楼保洁', '校园绿化', '食堂帮厨'], hours: 4, times: 8, share: 0.9 },
  { kind: 'absence', titles: ['晨跑', '周日晚点名', '主题团课'], source: 'signIn.occurrence', times: 3, share: 0.4 },
  {
    kind: 'competition',
    titles: ['程序设计竞赛', '大学生数学建模竞赛', '创新创业大赛', '短视频设计大赛'],
    levels: ['college', 'school', 'provincial', 'national'],
    places: ['first', 'second', 'third'],
    times: 2,
    share: 0.3,
  },
  { kind: 'certificate', titles: ['普通话水平测试二级甲等', '全国计算机等级考试二级', '大学英语四级'], levels: ['national'], times: 2, share: 0.5 },
  { kind: 'office', titles: ['班长', '团支部书记', '学习委员', '学生会干事'], levels: ['class', 'college'], times: 1, share: 0.2 },
  { kind: 'award', titles: ['三好学生', '优秀学生干部', '优秀共青团员'], levels: ['college', 'school'], times: 1, share: 0.25 },
  { kind: 'practice', titles: ['暑期三下乡', '企业见习', '返家乡社会实践'], hours: 40, times: 2, share: 0.6 },
  { kind: 'dormitoryCheck', titles: ['违规电器', '晚归'], source: 'dormitory.violation', times: 1, share: 0.06 },
  { kind: 'paper', titles: ['实用新型专利：可折叠实验台', '论文：校园垃圾分类调查'], levels: ['national'], times: 1, share: 0.03 },
]
const DAYS = 700
const OPEN = [
  { title: '第十六届蓝桥杯省赛 Java 组', kind: 'competition', level: 'provincial', place: 'second', quantity: null },
  { title: '市图书馆暑期志愿服务', kind: 'volunteer', level: null, place: null, quantity: 24 },
  { title: '1+X 网店运营职业技能等级证书', kind: 'certificate', level: 'national', place: null, quantity: null },
] as const

/** Two years of everybody's entries, of every kind, and some declarations, decided and waiting. */
export default (async db => {
  const pupils = await demoPupils(db)
  const random = randomOf(151)
  const book = await calendarOf(db)
  const kept: Drafted[] = []
  for (const pupil of pupils) for (const sort of SORTS) if (random.chance(sort.share)) kept.push(...entriesOf(pupil, sort, random))
  const drafts = kept.flatMap(draft => {
    const at = dayAt(book, draft.occurredOn)
    return draft.occurredOn <= today() ? [{ ...draft, xn: at?.xn ?? null, xqM: at?.xqM ?? null }] : []
  })
  await db.insertMany(evidence, drafts, { history: false })
  await declarations(db, pupils)
}) satisfies Demo

function entriesOf(pupil: DemoPupil, { kind, titles, levels, places, hours, source = DECLARED, times }: Sort, random: Random): Drafted[] {
  return Array.from({ length: random.int(1, times) }, () => ({
    ...{ studentId: pupil.id, occurredOn: day(-random.int(1, DAYS)), sourceType: source, sourceId: uuidv7(), sourceSeq: 0, kind, title: random.pick(titles) },
    ...{ level: levels ? random.pick(levels) : null, place: places ? random.pick(places) : null, quantity: hours ? random.int(1, hours * 2) / 2 : null },
    ...{ classId: pupil.classId, departmentId: pupil.departmentId },
  }))
}
async function declarations(db: Db, pupils: readonly DemoPupil[]): Promise<void> {
  const near = pupils.filter(p => p.isNear && p.hasAccount && !p.isOwn)
  const own = pupils.filter(p => p.isOwn)
  const rows = [...near.slice(0, 8), ...own].map(({ id: studentId, departmentId, classId }, n) => {
    const { title, kind, level, place, quantity } = OPEN[n % OPEN.length] ?? OPEN[0]
    return {
      studentId,
      departmentId,
      classId,
      title,
      kind,
      level,
      place,
      quantity,
      occurredOn: day(-20 - n),
      proofs: [],
      isDistinct: true,
      state: 'pending' as const,
      id: uuidv7(),
    }
  })
  await db.insertMany(evidenceDeclaration, rows, { history: false })
  const stored = await db.unscoped(evidenceDeclaration).all({ id: rows.map(r => r.id) }, { sort: ['id'] }) // the demo's own
  const past = stored.slice(0, 5)
  await makePast(
    db,
    declarationSubject,
    past.map((row, n) => ({
      row,
      startedAt: moment(-9 - n, '19:30'),
      decisions: [n === 1 ? { action: 'reject', opinion: '证书编号查不到', hours: 20 } : { action: 'approve', opinion: '与证明一致，同意', hours: 14 }],
    })),
  )
  for (const row of stored.slice(5)) await submit({ db, me: db.me, lang: 'zh-cn' }, declarationSubject, row)
}
