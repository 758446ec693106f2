import { bool, choice, date, entity, files, integer, list, money, ref, shape, states, text } from '#model'
import { BY_PLACE_OF_STUDENT } from '#modules/student/model/filters.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { student } from '#modules/student/model/student.ts'

export const GOODS_KINDS = { bedding: '床上用品', clothing: '服装', other: '其他' } as const
const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
const sizeCode = text('尺码', { ...need, max: 20 })
const size = {
  code: sizeCode,
  heightFrom: integer('身高从', { min: 0, max: 300 }),
  heightTo: integer('身高到', { min: 0, max: 300 }),
  weightFrom: integer('体重从', { min: 0, max: 300 }),
  weightTo: integer('体重到', { min: 0, max: 300 }),
} as const
/** 迎新物品: what new students may buy; always voluntary. */
export const welcomeGoods = entity(
  'welcome.welcomeGoods',
  '迎新物品',
  {
    batchId: ref('welcomeBatch', '批次', { ...need, immutable: true }),
    kind: choice('种类', GOODS_KINDS, need),
    name: text('名称', { ...need, max: 60, search: true }),
    specs: text('规格', { max: 300, multiline: true }),
    sizes: list('尺码', shape('尺码', size), { max: 30, help: '从小到大；不分尺码的不填' }),
    price: money('单价', { ...need, min: 0 }),
    photo: files('图片', { maxFiles: 3, types: ['jpg', 'jpeg', 'png'] }),
    supplier: text('供应商', { max: 100, search: true }),
    cutOff: date('订购截止', { ...need, sortable: true, help: '这一天以后只能由老师改' }),
    itemId: ref('chargeItem', '收费项目', { ...need, help: '只能选服务性或代收的自愿项目' }),
    isAid: bool('爱心礼包', { ...need, initial: false, help: '绿色通道里申请的礼包按它发放，不收费' }),
  },
  {
    title: 'name',
    scope: { everyone: 'goods with their prices, without data of students' },
    unique: [['batchId', 'name']],
    select: 'open',
    selectFields: ['batchId', 'kind'],
    sort: ['kind', 'name'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: { obligatory: '“{item}”不是自愿项目，物品只能按服务性或代收项目收费', sizeTwice: '尺码“{size}”写了两次', ordered: '已有 {count} 人订了“{name}”，不能{what}' },
  },
)
export const orderStates = states(
  {
    declined: { label: '不需要', tone: 'over' },
    ordered: { label: '待付款', tone: 'waiting' },
    paid: { label: '待领取', tone: 'going' },
    picked: { label: '已领取', tone: 'done' },
    exchanged: { label: '已换货', tone: 'done' },
    cancelled: { label: '已取消', tone: 'over' },
  },
  { change: ['declined', 'ordered', 'paid', 'cancelled'], handOut: ['paid'], exchange: ['picked', 'exchanged'] },
)
const wanted = { goodsId: ref('welcomeGoods', '物品', need), size: text('尺码', { max: 20 }), qty: integer('数量', { ...need, min: 1, max: 3 }) } as const
/** A line of an order as it is stored. */
export const orderLine = { ...wanted, price: money('单价', need) } as const
export const asked = {
  lines: list('物品', shape('物品', wanted), { ...need, max: 10 }),
  height: integer('身高', { min: 120, max: 230, help: '厘米' }),
  weight: integer('体重', { min: 30, max: 200, help: '公斤' }),
} as const
/** 物品订单: what one new student has ordered, or that nothing is needed. */
export const goodsOrder = entity(
  'welcome.goodsOrder',
  '物品订单',
  {
    batchId: ref('welcomeBatch', '批次', fixed),
    studentId: ref('student', '新生', { ...fixed, search: true }),
    height: asked.height,
    weight: asked.weight,
    /** 30-WO5: packages of the green channel are lines at price 0. */
    lines: list('物品', shape('物品', orderLine), { ...fixed, max: 10 }),
    amount: money('金额', { ...fixed, initial: 0, sortable: true }),
    pointId: ref('welcomePoint', '领取点', { readonly: true }),
    by: ref('user', '发放人', { readonly: true }),
    state: orderStates.field('状态', { initial: 'ordered' }),
    what: text('订了什么', { computed: true, max: 500 }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['batchId', 'studentId']],
    filters: { ...BY_PLACE_OF_STUDENT, 'studentId.genderCode': student.fields.genderCode },
    sort: ['-updatedAt'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      otherGoods: '有的物品不属于“{batch}”',
      twice: '“{goods}”选了两次',
      sizeMissing: '请选“{goods}”的尺码',
      noSize: '“{goods}”没有尺码“{size}”',
      aid: '“{goods}”由绿色通道发放，不能自己订',
      late: '“{goods}”的订购 {cutOff} 截止，要改请找老师',
      nothing: '请选要订的物品，不需要的按“都不需要”',
      taken: '{name}的物品{state}，不能再改',
      notPaid: '{name}的物品{state}，不能领取',
      picked: '{name}的物品已由 {by} 在 {at} 发出',
      noOrder: '{name}没有订物品',
      noStock: '“{goods}”{size}在这里只剩 {left} 件{other}',
      notHis: '{name}没有领过“{goods}”',
      sameSize: '“{goods}”已经是 {size}',
    },
  },
)
/** 库存: what lies at a point, of one size. */
export const goodsStock = entity(
  'welcome.goodsStock',
  '物品库存',
  {
    goodsId: ref('welcomeGoods', '物品', fixed),
    pointId: ref('welcomePoint', '办理点', fixed),
    size: text('尺码', { ...fixed, max: 20, initial: '' }),
    received: integer('到货', { ...fixed, initial: 0 }),
    handedOut: integer('发出', { ...fixed, initial: 0 }),
    left: integer('剩余', { ...fixed, initial: 0 }),
  },
  {
    title: 'size',
    scope: { everyone: 'stock at points, without data of students' },
    unique: [['goodsId', 'pointId', 'size']],
    sort: ['goodsId', 'pointId', 'size'],
    verbs: ['list', 'export'],
    refusals: { below: '“{goods}”{size}只剩 {left} 件，不能减 {qty} 件', otherBatch: '物品和办理点不在同一个批次' },
  },
)
