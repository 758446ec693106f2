import { choice, date, datetime, entity, files, integer, type Row, ref, states, text } from '#model'

const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const
/** 50-AR1: nobody else carries files. */
export const CARRIERS = { confidentialPost: '机要', ems: 'EMS', specialPerson: '专人' } as const
export type Carrier = keyof typeof CARRIERS
export const dispatchStates = states(
  {
    packing: { label: '待寄出', tone: 'waiting' },
    sent: { label: '已寄出', tone: 'going' },
    delivered: { label: '已回执', tone: 'done' },
    returned: { label: '已退回', tone: 'refused' },
    void: { label: '作废', tone: 'over' },
  },
  { send: ['packing'], voidLetter: ['packing'], receipt: ['sent'], giveBack: ['sent'] },
)
/** 转递: a letter to a unit with the files that go there; its number has no gaps, so a void one stays. */
export const archiveDispatch = entity(
  'archive.archiveDispatch',
  '档案转递',
  {
    letterNo: text('函号', { ...fixed, max: 20, format: 'code', search: true, sortable: true }),
    batchNo: text('批次号', { ...fixed, max: 24, format: 'code', search: true, sortable: true }),
    carrier: choice('转递方式', CARRIERS, fixed),
    trackingNo: text('运单号', { ...readonly, max: 40, format: 'code', search: true }),
    recipientUnit: text('接收单位', { ...fixed, max: 100, search: true }),
    address: text('地址', { ...fixed, max: 180, sensitivity: 'S1', mask: 'address' }),
    contact: text('联系人', { ...readonly, max: 60, sensitivity: 'S1', mask: 'name' }),
    state: dispatchStates.field('状态', { initial: 'packing', sortable: true }),
    waiver: text('缺材料转递的原因', { ...readonly, max: 200 }),
    sentOn: datetime('转出时间', { ...readonly, sortable: true }),
    sentBy: ref('user', '经办人', readonly),
    receiptOn: date('回执日期', { ...readonly, sortable: true }),
    receiptFiles: files('回执', { ...readonly, maxFiles: 3, types: ['jpg', 'jpeg', 'png', 'pdf'] }),
    reason: text('退回或作废原因', { ...readonly, max: 200 }),
    /** Last mark of a receipt that does not come. */
    told: text('催询到', { ...readonly, max: 8, secret: 'internal' }),
    count: integer('份数', { computed: true }),
    packed: integer('已装袋', { computed: true }),
  },
  {
    title: 'letterNo',
    scope: {},
    select: 'scoped',
    sort: ['-letterNo'],
    unique: [['letterNo'], ['trackingNo']],
    verbs: ['list', 'export'],
    countsUpTo: 50_000,
    refusals: {
      carrier: '学校不用“{carrier}”转递档案',
      noDestination: '{name}没有核实过的毕业去向，不能转递',
      lacks: '{name}的档案缺少{kinds}，补齐或写明原因后转递',
      notSealed: '{name}的档案{state}，由两人密封后才能转递',
      expelled: '{name}已被开除学籍，档案只能退回家庭所在地，请核对去向',
      person: '{name}的档案接收单位是个人（{recipient}），档案不能交给学生本人或家人',
      inLetter: '{name}的档案已在函 {letterNo} 中',
      unknownLetter: '没有函号“{letterNo}”',
      unknownFile: '没有找到档案：{code}',
      wrongBox: '{name}的档案应放进函 {right}，不是 {letterNo}',
      noBox: '{name}的档案不在这次转递中',
      packedTwice: '{name}的档案已由 {by} 在 {at} 装入函 {letterNo}',
      notPacked: '函 {letterNo} 还有 {count} 份没有装袋：{people}',
      empty: '函 {letterNo} 里没有档案，请作废',
      letterTwice: '函 {letterNo} 写了两次',
      noTracking: '请扫描或填写运单号',
      trackingUsed: '运单号 {trackingNo} 已用于函 {letterNo}',
      line: '第 {n} 行“{text}”不是“函号 运单号”',
      receiptEarly: '回执日期 {on} 早于转出日期 {sentOn}',
      receiptFuture: '回执日期 {on} 还没有到',
    },
  },
)
export type ArchiveDispatch = Row<typeof archiveDispatch>
