import { bool, choice, datetime, decimal, entity, files, integer, json, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { STAGES } from '../../schemes/model/scheme.ts'

export const sheetStates = states(
  {
    open: { label: '待自评', tone: 'waiting' },
    selfDone: { label: '待小组评分', tone: 'going' },
    groupDone: { label: '待辅导员审核', tone: 'going' },
    fdyDone: { label: '待学院确认', tone: 'going' },
    collegeDone: { label: '待公示', tone: 'attention' },
    publicised: { label: '公示中', tone: 'going' },
    final: { label: '已定', tone: 'done' },
    excluded: { label: '不参加', tone: 'over' },
  },
  { exclude: ['open', 'selfDone', 'groupDone', 'fdyDone', 'collegeDone'], include: ['excluded'], correctScore: ['collegeDone', 'final'] },
)
export const EXCLUDED = { late: '之后才来', suspended: '休学或保留学籍', left: '已离校', exchange: '在外交流', other: '其他' } as const
/** 50-CQ3: a score with two decimals, half up, as ranks compare it. Rounded as a whole number of ten-thousandths: `toFixed` of the fraction next to 80.005 says 80.00. */
export function shownScore(score: number): string {
  const hundredths = Math.round(Math.round(Math.abs(score) * 10_000) / 100)
  return `${score < 0 && hundredths ? '-' : ''}${(hundredths / 100).toFixed(2)}`
}
/** A score as it stands in a table; a dash where there is none. */
export const scoreText = (score: number | null | undefined): string => (typeof score === 'number' ? shownScore(score) : '—')
/** The rank among how many; a dash for who is not ranked. */
export const rankText = (rank: number | null | undefined, size: number | null | undefined): string => (rank && size ? `${rank} / ${size}` : '—')
/** A score of the dimensions by the name of each. */
export interface Dimension {
  code: string
  name: string
  score: number
  max: number
}
/** 德育 80.00，智育 75.50 */
export const dimensionsText = (of: readonly Dimension[] | null): string => (of ?? []).map(d => `${d.name} ${shownScore(d.score)}`).join('，')
const readonly = { readonly: true } as const
const rank = (label: string) => integer(label, { ...readonly, sortable: true })

/** 测评表: the result of a student in a scheme. Places are those of the day of the snapshot. */
export const cqaSheet = entity(
  'cqa.cqaSheet',
  '测评表',
  {
    schemeId: ref('cqaScheme', '测评方案', { required: true, readonly: true }),
    studentId: ref('student', '学生', { required: true, readonly: true, search: true }),
    grade: integer('年级', readonly),
    departmentId: ref('department', '学院', readonly),
    majorId: ref('major', '专业', readonly),
    classId: ref('stuClass', '班级', readonly),
    state: sheetStates.field('状态', { initial: 'open', sortable: true }),
    isSelfMissed: bool('未自评', { required: true, readonly: true, initial: false }),
    excludedReason: choice('不参加的原因', EXCLUDED, readonly),
    /** Named: the courses whose grades are missing. While there are some, the sheet is not ranked (50-CQ5). */
    pendingReason: text('待补', { ...readonly, max: 500, translatable: true }),
    returnedReason: text('退回原因', { ...readonly, max: 200 }),
    dimensions: json<readonly Dimension[]>('各维度得分', { ...readonly, untyped: 'computed by the program' }),
    total: decimal('总分', { ...readonly, precision: 8, scale: 4, sortable: true }),
    classRank: rank('班级名次'),
    classSize: integer('班级人数', readonly),
    majorRank: rank('年级专业名次'),
    majorSize: integer('年级专业人数', readonly),
    collegeRank: rank('学院年级名次'),
    collegeSize: integer('学院年级人数', readonly),
    schoolRank: rank('全校年级名次'),
    schoolSize: integer('全校年级人数', readonly),
    /** By the first of the scheme's rank scopes. */
    rankShare: decimal('名次占比', { ...readonly, precision: 5, scale: 2, sortable: true, help: '百分比，按方案的第一个排名范围' }),
    /** Scores of all indexes by their code, with four decimals. */
    items: json<Readonly<Record<string, number>>>('各指标得分', { ...readonly, secret: 'internal' }),
    /** Equal input gives an equal one. */
    hash: text('校验值', { ...readonly, max: 32 }),
    calculatedAt: datetime('计算时间', readonly),
    /** Rises with each correction. */
    resultNo: integer('结果版本', { required: true, readonly: true, initial: 1 }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['schemeId', 'studentId']],
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      noScheme: '你不在任何已发布的测评方案里',
      locked: '“{scheme}”的结果{stage}，不能再改',
      unchosen: '请选择不参加的原因',
    },
  },
)
/** 指标评分: what somebody gave an index of a sheet at a stage; the latest stage counts. */
export const cqaScore = entity(
  'cqa.cqaScore',
  '指标评分',
  {
    sheetId: ref('cqaSheet', '测评表', { required: true, readonly: true }),
    indexId: ref('cqaIndex', '指标', { required: true, readonly: true }),
    stage: choice('阶段', STAGES, { required: true, readonly: true }),
    score: decimal('得分', { required: true, readonly: true, precision: 8, scale: 2 }),
    reason: text('原因', { ...readonly, max: 200 }),
    proofs: files('证明材料', { ...readonly, maxFiles: 5, types: ['pdf', 'jpg', 'png'] }),
    scorerId: ref('user', '评分人', readonly),
  },
  {
    title: 'stage',
    scope: { student: 'sheetId.studentId', class: 'sheetId.classId', department: 'sheetId.departmentId' },
    unique: [['sheetId', 'indexId', 'stage']],
    verbs: [],
  },
)
