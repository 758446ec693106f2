import { action, bool, choice, datetime, decimal, entity, integer, json, list, ref, rich, text } from '#model'
import { item, root } from '#modules/campus/model/select-fields.ts'
import { APPLY } from './permissions.ts'

export const CLOCKS = { always: '全天', serviceHours: '服务时间' } as const
const minutes = { min: 1, max: 43_200 } as const

/** How fast an order must be answered and finished. Level 1 is the most urgent. */
export const repairUrgency = entity(
  'repair.repairUrgency',
  '紧急程度',
  {
    code: text('编号', { required: true, max: 20, format: 'code', immutable: true, sortable: true }),
    name: text('名称', { required: true, max: 20, search: true }),
    level: integer('级别', { required: true, min: 1, max: 9, sortable: true, help: '1 为最急；报修人说没修好时提高一级' }),
    respondMin: integer('接单时限', { required: true, ...minutes, help: '分钟' }),
    arriveMin: integer('到场时限', { ...minutes, help: '分钟，不填为不限' }),
    finishMin: integer('完工时限', { required: true, ...minutes, help: '分钟' }),
    clock: choice('计时', CLOCKS, { required: true, initial: 'serviceHours' }),
    weight: decimal('派单权重', { required: true, precision: 4, scale: 1, min: 0.1, max: 99, initial: 1, help: '比较维修工手上的工作量时，时间乘以它' }),
    callsFirst: bool('先打值班电话', { required: true, initial: false, help: '报修时先显示值班电话' }),
  },
  {
    title: 'name',
    scope: { everyone: 'a setting of the school: urgencies' },
    unique: [['code'], ['name']],
    importKey: ['code'],
    cached: true,
    select: 'open',
    selectFields: ['code', 'level'],
    sort: ['level'],
    refusals: { order: '接单、到场和完工时限应依次变长，现在是 {respondMin}、{arriveMin}、{finishMin} 分钟' },
  },
)
export const MODES = { auto: '自动派单', manual: '人工派单', grab: '抢单' } as const

/** What can be broken, as a tree; orders name a leaf. */
export const repairType = entity(
  'repair.repairType',
  '报修类型',
  {
    parentId: ref('repairType', '上级'),
    code: text('编号', { required: true, max: 20, format: 'code', search: true, sortable: true }),
    name: text('名称', { required: true, max: 40, search: true, sortable: true }),
    defaultUrgencyId: ref('repairUrgency', '默认紧急程度', { required: true }),
    teamId: ref('repairTeam', '维修班组', { help: '派不出去时也告诉班组长；统计按班组' }),
    mode: choice('派单方式', MODES, { required: true, initial: 'auto' }),
    usualMinutes: integer('常用工时', { required: true, min: 5, max: 2880, initial: 30, help: '分钟，用来比较工作量' }),
    keywords: text('关键词', { max: 200, help: '报修人的话里有这些词时推荐本类型，用空格分开' }),
    formJson: list('要问的问题', text('问题', { max: 40 }), { max: 6, help: '如：哪个水龙头、空调编号' }),
    chargeable: bool('可以收费', { required: true, initial: false, help: '人为损坏时可以由报修人承担费用' }),
    selfHelp: rich('自助办法', { max: 20_000, help: '报修前先给报修人看' }),
    /** How often the hints made a report unnecessary. */
    solvedCount: integer('自助解决次数', { readonly: true }),
    sort: integer('排序', { initial: 0, sortable: true }),
    isEnabled: bool('启用', { required: true, initial: true }),
  },
  {
    title: 'name',
    scope: { everyone: 'a setting of the school: types of faults' },
    unique: [['code']],
    importKey: ['code'],
    cached: true,
    select: 'open',
    selectFields: ['code', 'parentId', 'keywords'],
    tree: 'parentId',
    sort: ['sort', 'code'],
    refusals: {
      cycle: '“{name}”不能放在自己或自己的下级下面',
      used: '“{name}”已有 {count} 张报修单，不能删除或在它下面再分，可以停用',
      hasChildren: '“{name}”下面还有 {count} 个类型，请先删除它们',
    },
  },
)
export interface TypeNode {
  id: string
  value: string
  label: string
  parentId: string | null
  code: string
  name: string
  defaultUrgency: string
  children: TypeNode[]
}
/** Customer's call: enabled types below `root`, all without it. */
export const typeTree = action('repair.repairType.getTree', '报修类型树', {
  method: 'GET',
  access: 'signedIn',
  many: true,
  input: root,
  output: {
    ...item,
    parentId: text('上级'),
    code: text('编号', { required: true }),
    name: text('名称', { required: true }),
    defaultUrgency: text('默认紧急程度', { required: true }),
    children: json<TypeNode[]>('下级', { required: true, untyped: 'a tree, whose nodes are all of this shape' }),
  },
})
/** Beyond: the hints helped, no order is made. */
export const helpedOneself = action('repair.repairType.solved', '已自行解决', {
  output: 'none',
  permission: APPLY,
  input: { typeId: ref('repairType', '类型', { required: true }) },
})
/** Beyond: a planned outage. Reports of these types from these buildings are not taken while it lasts. */
export const repairOutage = entity(
  'repair.repairOutage',
  '停用通知',
  {
    name: text('事由', { required: true, max: 60, search: true, help: '如：停水检修' }),
    typeIds: list('类型', ref('repairType', '类型'), { required: true, min: 1, max: 50, help: '选上级类型就包括它的下级' }),
    buildingIds: list('楼宇', ref('building', '楼宇'), { max: 200, help: '不选为全校' }),
    startAt: datetime('开始', { required: true, sortable: true }),
    endAt: datetime('结束', { required: true, sortable: true }),
    note: text('说明', { max: 300, multiline: true }),
  },
  {
    title: 'name',
    scope: { everyone: 'announced to all who report a fault' },
    sort: ['-startAt'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: { order: '结束 {endAt} 不晚于开始 {startAt}' },
  },
)
