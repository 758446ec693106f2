import { bool, date, entity, integer, list, money, ref, states, text } from '#model'

export const runStates = states(
  {
    running: { label: '出账中', tone: 'going' },
    done: { label: '已出账', tone: 'done' },
    failed: { label: '中断', tone: 'attention' },
    undone: { label: '已撤销', tone: 'over' },
  },
  { resume: ['failed'], undo: ['done'] },
)
const readonly = { readonly: true } as const
const total = { required: true, ...readonly, initial: 0 } as const

export const runRefusals = {
  year: '没有 {xn} 学年，请先在校历中建立',
  term: '{item}按学期收，请选学期；每次只出一个学期的账',
  wholeYear: '{item}按学年收，不能按学期出账',
  optional: '{item}是自愿项目，由学生自己选择，不能统一出账',
  handedIn: '{item}由其他业务交来，不在这里出账',
  due: '缴费截止 {dueDate} 不在 {xn} 学年内（{from} 至 {to}）',
  stale: '预览之后情况有变，现在是 {nowCount} 笔 {now} 元，请重新预览',
  nothing: '没有要出账的学生',
  undoLate: '出账已超过 {minutes} 分钟，不能整批撤销，请在应缴台账里逐笔调账',
  undoPaid: '已有 {count} 笔缴费，不能整批撤销，请在应缴台账里逐笔调账',
}
/** 出账批次: bills of one school year or term, issued once. */
export const billRun = entity(
  'fee.billRun',
  '出账批次',
  {
    xn: text('学年', { required: true, ...readonly, max: 9, sortable: true }),
    xqM: text('学期', { ...readonly, max: 1 }),
    itemIds: list('收费项目', ref('chargeItem', '收费项目'), { required: true, ...readonly }),
    grades: list('年级', integer('年级'), readonly),
    departmentIds: list('院系', ref('department', '院系'), readonly),
    dueDate: date('缴费截止', { required: true, ...readonly }),
    payers: integer('人数', total),
    lines: integer('笔数', total),
    done: integer('已出', total),
    total: money('金额', total),
    digest: text('预览摘要', { required: true, ...readonly, max: 64 }),
    state: runStates.field('状态', { initial: 'running' }),
    note: text('说明', { ...readonly, max: 300 }),
  },
  {
    title: 'xn',
    scope: {},
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: runRefusals,
  },
)
/** What a run bills each student: written with the run, worked off in portions. */
export const billRunLine = entity(
  'fee.billRunLine',
  '出账明细',
  {
    runId: ref('billRun', '出账批次', { required: true, ...readonly }),
    studentId: ref('student', '学生', { required: true, ...readonly }),
    itemId: ref('chargeItem', '收费项目', { required: true, ...readonly }),
    standardId: ref('chargeStandard', '收费标准', readonly),
    amount: money('金额', { required: true, ...readonly }),
    lineId: ref('billLine', '应缴明细', readonly),
    isDone: bool('已出', { required: true, ...readonly, initial: false }),
  },
  { title: 'amount', scope: {}, unique: [['runId', 'studentId', 'itemId']], verbs: [] },
)
