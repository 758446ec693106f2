import { bool, choice, datetime, decimal, dict, entity, integer, list, ref, rich, states } from '#model'
import { growthCategory } from '#modules/growth/model/dictionaries.ts'
import { roundFields, roundRefusals } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'
import { SCORINGS } from './timing.ts'

const need = { required: true } as const
const readonly = { readonly: true } as const
export const KINDS = { exam: '考试', safety: '安全教育', practice: '练习' } as const
export const SHOWS = { atOnce: '交卷后', afterEnd: '考试结束后', published: '发布成绩后', never: '不给看' } as const
export type Shows = keyof typeof SHOWS
/** 60-OT8: what keeps a test fair. */
export const WATCHES = {
  fullScreen: '全屏作答',
  leaving: '离开页面时提醒并记录',
  noCopy: '不能复制粘贴',
  watermark: '学号水印',
  oneByOne: '一页一题，不能返回',
  campusOnly: '只能在校园网作答',
} as const
export type Watch = keyof typeof WATCHES
/** What follows the window: answers are marked, then the results are released. */
export const stageStates = states(
  { sitting: { label: '考试中', tone: 'going' }, marking: { label: '阅卷中', tone: 'attention' }, released: { label: '已发布', tone: 'done' } },
  { release: ['sitting', 'marking'] },
)
/** When a paper is answered, by whom, and under which rules. */
export const testSchedule = entity(
  'test.testSchedule',
  '考试安排',
  {
    ...roundFields,
    kind: choice('类型', KINDS, { ...need, initial: 'safety' }),
    intro: rich('说明和学习资料', { max: 50_000, help: '开始前给考生看' }),
    paperId: ref('testPaper', '试卷', need),
    makeupPaperId: ref('testPaper', '补考试卷', { help: '第二次起用它；不填用同一份' }),
    minutes: integer('时长（分钟）', { ...need, min: 5, max: 240, initial: 60 }),
    lateMinutes: integer('开始后多少分钟不能进', { min: 0, max: 240 }),
    stayMinutes: integer('最早交卷（分钟）', { ...need, min: 0, max: 240, initial: 0 }),
    attempts: integer('次数', { ...need, min: 1, max: 20, initial: 5 }),
    gapHours: integer('两次之间隔（小时）', { ...need, min: 0, max: 720, initial: 0 }),
    scoring: choice('多次成绩', SCORINGS, { ...need, initial: 'best' }),
    passScore: decimal('合格分', { ...need, precision: 6, scale: 1, min: 0, max: 10_000, initial: 90 }),
    showScore: choice('成绩', SHOWS, { ...need, initial: 'atOnce' }),
    showAnswers: choice('答案和解析', SHOWS, { ...need, initial: 'afterEnd' }),
    watch: list('监考措施', choice('监考措施', WATCHES, need), { max: 6 }),
    leaveLimit: integer('离开几次自动交卷', { min: 1, max: 50, help: '不填不自动交卷' }),
    markerIds: list('阅卷人', ref('user', '阅卷人', need), { max: 40, help: '有简答、论述时填' }),
    isDouble: bool('双评', { ...need, initial: false, help: '每份答案由两人分别阅，互相看不到；相差多了由第三人阅' }),
    isWelcomeStep: bool('算作迎新环节', { ...need, initial: false }),
    growthCategory: dict('合格后记入成长', growthCategory),
    growthHours: decimal('记入时长（小时）', { precision: 4, scale: 1, min: 0.5, max: 40 }),
    stage: stageStates.field('阶段', { initial: 'sitting' }),
    releasedAt: datetime('发布成绩时间', readonly),
    ownerId: ref('user', '安排人', readonly),
    /** Ties a counsellor to their own, whose scope is that of classes. */
    teacherId: ref('teacher', '安排的教职工', { ...readonly, secret: 'internal' }),
    passedCount: integer('合格', { computed: true }),
  },
  {
    title: 'name',
    scope: { user: 'ownerId', teacher: 'teacherId', department: 'ownerDepartmentId' },
    select: 'scoped',
    selectFields: ['stage'],
    sort: ['-beginTime'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      ...roundRefusals,
      fixedField: '“{name}”已经发布，不能再改{what}',
      paper: '试卷“{paper}”还没有发布，不能用来考试',
      passOver: '合格分 {pass} 超过试卷“{paper}”的总分 {total}',
      markers: '试卷里有简答或论述，须指定阅卷人',
      doubleMarkers: '双评至少要 {needed} 名阅卷人，现在只有 {n} 名：相差多了由第三人阅',
      ownMarkers: '{class}的答卷要避开自己班的人，只剩 {n} 名阅卷人，至少要 {needed} 名',
      growth: '记入成长须同时填类别和时长',
      stay: '最早交卷 {stay} 分钟，超过时长 {minutes} 分钟',
    },
  },
)
export const testRound = roundActions(testSchedule)
