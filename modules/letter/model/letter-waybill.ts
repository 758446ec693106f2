import { choice, datetime, dict, dictionary, entity, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

const readonly = { readonly: true } as const
const fixed = { required: true, immutable: true } as const

export const letterCarrier = dictionary('letterCarrier', '承运方', [
  ['ems', '邮政 EMS'],
  ['sf', '顺丰速运'],
  ['jd', '京东物流'],
  ['other', '其他'],
])
export const waybillStates = states(
  {
    bound: { label: '待封装', tone: 'waiting' },
    packed: { label: '待寄出', tone: 'going' },
    sent: { label: '已寄出', tone: 'going' },
    delivered: { label: '已签收', tone: 'done' },
    returned: { label: '已退回', tone: 'refused' },
  },
  { remove: ['bound'], send: ['packed'] },
)
/** 运单: a letter on its way; a letter that came back has another one. */
export const letterWaybill = entity(
  'letter.letterWaybill',
  '运单',
  {
    letterNo: text('通知书编号', { ...fixed, max: 40, search: true }),
    carrier: dict('承运方', letterCarrier, { required: true }),
    waybill: text('运单号', { ...fixed, max: 40, format: 'code', search: true, sortable: true }),
    /** Of the number. */
    letterId: ref('admissionLetter', '通知书', readonly),
    studentId: ref('student', '新生', readonly),
    state: waybillStates.field('状态', { readonly: true, initial: 'bound', sortable: true }),
    packedAt: datetime('封装时间', { ...readonly, sortable: true }),
    packedBy: ref('user', '封装人', readonly),
    sentAt: datetime('寄出时间', { ...readonly, sortable: true }),
    endedAt: datetime('签收或退回时间', { ...readonly, sortable: true }),
    /** When the carrier was last asked. */
    trackedAt: datetime('查询时间', { ...readonly, sortable: true }),
  },
  {
    title: 'waybill',
    scope: BY_STUDENT,
    unique: [['waybill']],
    importKey: ['waybill'],
    select: 'scoped',
    sort: ['-createdAt'],
    verbs: ['list', 'add', 'remove', 'import', 'export'],
    refusals: {
      unknownLetter: '没有编号为“{letterNo}”的通知书，或不在你的数据范围内',
      used: '运单 {waybill} 已用于通知书 {letterNo}，一张运单只用一次',
      other: '通知书 {letterNo} 的运单是 {waybill}，不能再用 {scanned}，请核对信封',
      notPrinted: '{name}的通知书{state}，不能再配运单',
      countDiffers: '批次 {batchNo} 有 {letters} 份已打印、还没有运单的通知书，给了 {waybills} 个运单号，顺序会错开',
      twice: '运单 {waybill} 写了两次',
    },
  },
)
export const EVENT_KINDS = { collected: '揽收', moving: '运输中', delivering: '派送中', delivered: '签收', returned: '退回' } as const
/** 物流: what the carrier tells of a waybill, each once. */
export const waybillEvent = entity(
  'letter.waybillEvent',
  '物流',
  {
    waybill: text('运单号', { ...fixed, max: 40, format: 'code', search: true }),
    kind: choice('进度', EVENT_KINDS, fixed),
    happenedAt: datetime('时间', { ...fixed, sortable: true }),
    place: text('地点', { immutable: true, max: 100 }),
    waybillId: ref('letterWaybill', '运单', readonly),
    studentId: ref('student', '新生', readonly),
  },
  {
    title: 'waybill',
    scope: BY_STUDENT,
    unique: [['waybill', 'kind', 'happenedAt']],
    importKey: ['waybill', 'kind', 'happenedAt'],
    sort: ['-happenedAt'],
    verbs: ['list', 'add', 'import', 'export'],
    countsUpTo: 10_000,
    refusals: {
      unknownWaybill: '没有运单号为“{waybill}”的通知书',
      voidLetter: '通知书 {letterNo} 已作废，运单 {waybill} 的物流不再登记',
      future: '时间 {at} 还没有到',
    },
  },
)
