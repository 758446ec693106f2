import { bool, choice, date, datetime, decimal, entity, ref, states, text, time } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'

export const SOURCES = { scan: '扫码', employer: '用工单位', student: '学生' } as const
export const hourStates = states(
  {
    entered: { label: '待学生确认', tone: 'waiting' },
    studentConfirmed: { label: '学生已确认', tone: 'going' },
    approved: { label: '已认可', tone: 'done' },
    disputed: { label: '有争议', tone: 'attention' },
    paid: { label: '已发放', tone: 'over' },
  },
  { confirm: ['entered'], dispute: ['entered'], approve: ['studentConfirmed'], tick: ['entered', 'studentConfirmed'], settle: ['disputed'], remove: ['entered'] },
)
export const CONFIRMATIONS = { student: '本人确认', silence: '到期默认', self: '本人登记' } as const
const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const
const hours = { precision: 4, scale: 1 } as const

/** 工时: hours of a student on a post on one day. */
export const hourEntry = entity(
  'workStudy.hourEntry',
  '工时',
  {
    engagementId: ref('engagement', '上岗', fixed),
    unitId: ref('employUnit', '用工单位', fixed),
    postId: ref('workPost', '岗位', fixed),
    studentId: ref('student', '学生', { ...fixed, search: true }),
    date: date('日期', { ...fixed, sortable: true }),
    start: time('开始', fixed),
    end: time('结束', fixed),
    hours: decimal('小时', { ...fixed, ...hours, min: 0.5 }),
    work: text('工作', { ...readonly, max: 200 }),
    source: choice('登记方式', SOURCES, fixed),
    state: hourStates.field('状态', { initial: 'entered', sortable: true }),
    /** The unit stands by it: entered by it, or approved. */
    isUnitAgreed: bool('用工单位认可', { ...fixed, initial: false }),
    /** 40-W1: beyond the hours of a week, which the office has to tick. */
    overWeek: bool('超过每周小时', { ...fixed, initial: false }),
    tickedById: ref('user', '同意超周的人', readonly),
    /** 40-W6: without an answer it counts as confirmed. */
    confirmUntil: datetime('确认期限', readonly),
    confirmedBy: choice('确认方式', CONFIRMATIONS, readonly),
    remindedAt: datetime('提醒时间', { readonly: true, secret: 'internal' }),
    disputeNote: text('争议', { ...readonly, max: 200 }),
    answer: text('处理', { ...readonly, max: 200 }),
    /** The wage sheet that counts it. */
    sheetId: ref('wageSheet', '工资表', readonly),
    monthHours: decimal('本月合计', { computed: true, precision: 5, scale: 1 }),
  },
  {
    title: 'date',
    scope: { unit: 'unitId', ...BY_STUDENT_OF_COLLEGE },
    sort: ['-date', '-createdAt'],
    verbs: ['list', 'remove', 'export'],
    countsUpTo: 10_000,
    refusals: {
      order: '结束 {end} 不晚于开始 {start}',
      short: '{start}–{end} 不足半小时',
      future: '{date} {end} 还没有到',
      late: '{date} 超过 {days} 天，不能再登记，最早 {first}',
      outside: '{date} 不在上岗期间（{from} – {to}）',
      overlap: '和 {date} {start}–{end} 的工时（{post}）重叠',
      lesson: '和 {date} {start}–{end} 的课“{course}”冲突',
      leave: '{from} 至 {to} 已请假',
      month: '{month}最多 {limit} 小时，已用 {used}，这次 {asked}，还剩 {left}',
      selfTick: '没有超过每周小时的，不用同意',
      atMost: '不能多于登记的 {hours} 小时',
    },
  },
)
/** Hours of a student in a month over all posts. The row is the lock under which they are added (40-W1). */
export const hourMonth = entity(
  'workStudy.hourMonth',
  '月工时',
  {
    studentId: ref('student', '学生', fixed),
    month: text('月份', { ...fixed, max: 7, sortable: true }),
    hours: decimal('小时', { ...fixed, precision: 5, scale: 1, initial: 0 }),
  },
  {
    title: 'month',
    scope: BY_STUDENT_OF_COLLEGE,
    unique: [['studentId', 'month']],
    sort: ['-month'],
    verbs: [],
  },
)
