import { action, bool, choice, date, decimal, entity, integer, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const COMPARISONS = { lt: '低于', ge: '达到' } as const
export const THRESHOLD_ACTIONS = { notify: '提醒学生', warnFdy: '提醒学生和辅导员', talkTask: '请辅导员谈话', graduationGate: '毕业要求' } as const
const need = { required: true } as const
const fixed = { required: true, immutable: true } as const
const readonly = { readonly: true } as const
const kept = { required: true, readonly: true } as const
const mark = { precision: 6, scale: 2, min: -9999, max: 9999 } as const
/** 预警线: what follows when a balance of points, or of credits in a scheme of credits, crosses a value. */
export const tsThreshold = entity(
  'totalScore.tsThreshold',
  '预警线',
  {
    schemeId: ref('tsScheme', '考核方案', fixed),
    comparison: choice('条件', COMPARISONS, { ...fixed, initial: 'lt' }),
    value: decimal('数值', { ...fixed, ...mark, help: '操行分方案填积分，学分方案填学分' }),
    action: choice('怎么处理', THRESHOLD_ACTIONS, fixed),
    isEnabled: bool('启用', { ...need, initial: true }),
  },
  {
    title: 'value',
    scope: { everyone: 'how points are counted, without data of students' },
    unique: [['schemeId', 'comparison', 'value']],
    cached: true,
    sort: ['schemeId', 'value'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      base: '基础分 {base} 本来就{comparison} {value}，还没有加减分的学生就会预警',
      gate: '毕业要求只用于学分方案，条件须是低于',
      twoGates: '“{scheme}”已有毕业要求 {value} 学分，先停用原来的',
      used: '{comparison} {value} 已有预警记录，不能删除，可以停用',
    },
  },
)
export const warningStates = states({ open: { label: '预警中', tone: 'attention' }, recovered: { label: '已恢复', tone: 'over' } }, { talk: ['open'] })
/** 预警名单: a balance that has crossed a threshold, until it recovers. */
export const pointWarning = entity(
  'totalScore.pointWarning',
  '积分预警',
  {
    accountId: ref('pointAccount', '积分账户', kept),
    thresholdId: ref('tsThreshold', '预警线', kept),
    studentId: ref('student', '学生', { ...kept, search: true }),
    schemeId: ref('tsScheme', '考核方案', kept),
    period: text('周期', { ...kept, max: 12 }),
    action: choice('怎么处理', THRESHOLD_ACTIONS, kept),
    comparison: choice('条件', COMPARISONS, kept),
    value: decimal('预警线', { ...kept, ...mark }),
    balance: decimal('预警时', { ...kept, precision: 8, scale: 2 }),
    crossedOn: date('预警日期', { ...kept, sortable: true }),
    recoveredOn: date('恢复日期', readonly),
    state: warningStates.field('状态', { initial: 'open' }),
    talk: text('谈话记录', { ...readonly, max: 500, multiline: true, sensitivity: 'S2' }),
    talkedOn: date('谈话日期', readonly),
    talkedById: ref('user', '谈话人', readonly),
    grade: integer('年级', readonly),
    departmentId: ref('department', '学院', readonly),
    majorId: ref('major', '专业', readonly),
    classId: ref('stuClass', '班级', readonly),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    sort: ['-crossedOn'],
    verbs: ['list', 'export'],
    refusals: { talked: '{name}的谈话 {day} 已经登记' },
  },
)
/** Records what was said with a student who has fallen. */
export const recordTalk = action('totalScore.pointWarning.talk', '登记谈话', {
  input: { id: ref('pointWarning', '积分预警', need), talk: text('谈话记录', { ...need, min: 2, max: 500, multiline: true }) },
  output: 'none',
  inScope: true,
  refusals: pointWarning.options.refusals ?? {},
})
