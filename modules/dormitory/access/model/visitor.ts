import { choice, date, datetime, dict, dictionary, entity, json, ref, states, text } from '#model'

export const visitorStates = states(
  {
    pending: { label: '待被访人确认', tone: 'waiting' },
    confirmed: { label: '已确认', tone: 'going' },
    declined: { label: '被访人不认可', tone: 'over' },
    inside: { label: '在楼内', tone: 'attention' },
    left: { label: '已离开', tone: 'over' },
    expired: { label: '没有来', tone: 'over' },
  },
  { answer: ['pending'], admit: ['confirmed'], signOut: ['inside'] },
)
export const visitPurpose = dictionary('visitPurpose', '来访事由', { family: '家长探望', friend: '同学朋友', delivery: '送取物品', work: '公务维修', other: '其他' })
const readonly = { readonly: true } as const
const S1 = { sensitivity: 'S1' } as const

/** 来访登记: a resident's visitor, who leaves before the night. */
export const dormVisitor = entity(
  'dormitory.dormVisitor',
  '访客',
  {
    dormId: ref('dormBuilding', '宿舍楼', { required: true }),
    name: text('姓名', { required: true, max: 60, search: true }),
    idNo: text('证件号', { required: true, max: 20, ...S1, mask: 'idNo', encrypted: true }),
    phone: text('电话', { required: true, max: 20, format: 'phone', ...S1, mask: 'phone' }),
    hostStudentId: ref('student', '被访人', { required: true }),
    purpose: dict('事由', visitPurpose, { required: true }),
    state: visitorStates.field('状态', { initial: 'pending' }),
    confirmedAt: datetime('确认时间', readonly),
    inAt: datetime('进入时间', { ...readonly, sortable: true }),
    outAt: datetime('离开时间', readonly),
    /** 20-DA9 */
    leaveBy: datetime('最晚离开', { required: true, ...readonly }),
    toldAt: datetime('超时提醒时间', readonly),
  },
  {
    title: 'name',
    scope: { building: 'dormId.buildingId' },
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      unknownHost: '{dorm}没有住着学号为 {studentNo} 的学生',
      noAccount: '学号 {studentNo} 的学生还没有账号，不能在手机上确认来访',
      tooLate: '访客须在 {until} 前离开，现在不能再登记来访',
      notConfirmed: '{name}的来访还没有被访人确认，不能进入',
    },
  },
)

export const SHIFTS = { day: '白班', night: '夜班' } as const
export const dutyStates = states({ open: { label: '值班中', tone: 'going' }, handedOver: { label: '已交接', tone: 'over' } })
/** An incident during a shift. */
export interface Incident {
  id: string
  at: string
  text: string
  studentIds: string[]
  by: string | null
}
/** 值班记录: the handover of a shift to the next. */
export const dutyLog = entity(
  'dormitory.dutyLog',
  '值班记录',
  {
    dormId: ref('dormBuilding', '宿舍楼', { required: true }),
    dutyDate: date('日期', { required: true, sortable: true }),
    shift: choice('班次', SHIFTS, { required: true }),
    state: dutyStates.field('状态', { initial: 'open' }),
    handover: text('交接事项', { ...readonly, max: 1000, multiline: true }),
    incidents: json<readonly Incident[]>('事件', { ...readonly, secret: 'internal' }),
    dutyBy: ref('user', '值班人', readonly),
    handedAt: datetime('交接时间', readonly),
  },
  {
    title: 'dutyDate',
    unique: [['dormId', 'dutyDate', 'shift']],
    scope: { building: 'dormId.buildingId' },
    sort: ['-dutyDate'],
    verbs: ['list', 'export'],
    refusals: { handedOver: '{dorm} {date} {shift}已经交接，不能再改', noBuilding: '没有这栋宿舍楼，或不在你的数据范围内' },
  },
)
