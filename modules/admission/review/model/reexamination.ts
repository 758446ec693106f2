import { date, datetime, entity, integer, json, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const reexaminationStates = states(
  {
    open: { label: '待复查', tone: 'waiting' },
    doubt: { label: '待第二人复查', tone: 'attention' },
    passed: { label: '合格', tone: 'done' },
    unfit: { label: '身体不适宜', tone: 'attention' },
    failed: { label: '不合格', tone: 'refused' },
    retained: { label: '已保留入学资格', tone: 'over' },
    cancelled: { label: '已取消学籍', tone: 'over' },
  },
  { take: ['open', 'doubt'], judge: ['open', 'doubt'], conclude: ['unfit', 'failed'] },
)
/** What Order 41, Article 11, asks to be looked at. */
export const ITEMS = { procedure: '录取手续和程序', genuineness: '入学资格真实', identity: '本人与录取信息一致', health: '身心健康', talent: '特长水平' } as const
export const RESULTS = { pass: '合格', doubt: '存疑', fail: '不合格' } as const
export type ItemCode = keyof typeof ITEMS
export type Result = keyof typeof RESULTS
/** One item as it was judged last. */
export interface Judged {
  code: ItemCode
  result: Result
  note: string | null
  by: string
  at: string
}
const readonly = { readonly: true } as const
/** 入学资格复查: of each new student within three months of enrolment (30-AC5). */
export const entryReexamination = entity(
  'admission.entryReexamination',
  '入学资格复查',
  {
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    departmentId: ref('department', '学院', readonly),
    year: integer('年份', { readonly: true, required: true, sortable: true }),
    items: json<readonly Judged[]>('复查项目', { readonly: true, secret: 'internal' }),
    state: reexaminationStates.field('状态', { readonly: true, initial: 'open', sortable: true }),
    dueAt: datetime('复查截止', { readonly: true, required: true, sortable: true }),
    warnAt: datetime('催办时间', { readonly: true, required: true, secret: 'internal' }),
    warnedAt: datetime('已催办', { readonly: true, sortable: true }),
    firstId: ref('user', '第一复查人', readonly),
    secondId: ref('user', '第二复查人', readonly),
    /** Who is looking at it now; nobody else may until the hold ends. */
    holderId: ref('user', '复查中', readonly),
    heldAt: datetime('开始复查', readonly),
    judgedAt: datetime('复查时间', { readonly: true, sortable: true }),
    hospital: text('指定医院', { readonly: true, max: 60, sensitivity: 'S2' }),
    docNo: text('文号', { readonly: true, max: 60 }),
    changeNo: text('异动单号', { readonly: true, max: 30 }),
    concludedOn: date('处理日期', readonly),
    daysLeft: integer('剩余天数', { computed: true }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['studentId']],
    sort: ['dueAt'],
    verbs: ['list', 'export'],
    refusals: {
      held: '{name}正在由{holder}复查（{at} 开始）',
      notHeld: '{name}的复查没有锁定给你，请重新打开',
      sameReviewer: '{name}存疑，须由另一人复查，第一次是你复查的',
      itemMissing: '五项都要有结论，还缺：{items}',
      stillDoubt: '第二人复查须有结论，不能再存疑：{items}',
      noteMissing: '“{item}”{result}，请写明情况',
      hospitalMissing: '身体不适宜的，须填写指定医院和保留到哪天',
    },
  },
)
/** Minutes for which a reviewer holds a student. */
export const HOLD_MINUTES = 15
