import { action, bool, choice, entity, integer, list, money, pickFields, ref, shape, text } from '#model'
import { ENTRY_KEYS, entryFields, ledger } from '#model/ledger.ts'
import { KEEP, WORK } from './permissions.ts'
import { repairer } from './workers.ts'

/** The store that is nobody's bag. */
export const MAIN = 'main'
export const repairMaterial = entity(
  'repair.repairMaterial',
  '维修材料',
  {
    code: text('编号', { required: true, max: 30, format: 'code', search: true, sortable: true, help: '贴在货架或包装上的二维码里也是它' }),
    name: text('名称', { required: true, max: 60, search: true, sortable: true }),
    spec: text('规格', { max: 60, search: true }),
    unit: text('单位', { required: true, max: 10, initial: '个' }),
    price: money('单价', { required: true, min: 0 }),
    minStock: integer('库存下限', { min: 0, max: 999_999, help: '库房低于它时提醒' }),
    chargeable: bool('可以收费', { required: true, initial: true }),
    isEnabled: bool('启用', { required: true, initial: true }),
    stock: integer('库房', { computed: true }),
    inBags: integer('工具包', { computed: true }),
  },
  {
    title: 'name',
    scope: { everyone: 'a catalogue of the school: spare parts' },
    unique: [['code']],
    importKey: ['code'],
    softDelete: true,
    select: 'open',
    selectFields: ['code', 'spec', 'unit'],
    sort: ['code'],
    refusals: { inStock: '“{name}”还有库存 {count} {unit}，不能删除，可以停用' },
  },
)
/** What the main store or a worker's bag holds of a material. */
export const repairStock = entity(
  'repair.repairStock',
  '材料库存',
  {
    materialId: ref('repairMaterial', '材料', { required: true, immutable: true }),
    store: text('库存地', { required: true, max: 36, readonly: true, initial: MAIN }),
    qty: integer('数量', { required: true, readonly: true, initial: 0, sortable: true }),
    storeName: text('库存地', { computed: true, max: 64 }),
  },
  {
    title: 'materialId',
    scope: {},
    unique: [['materialId', 'store']],
    sort: ['-qty'],
    verbs: ['list', 'export'],
    refusals: { unknown: '所选的材料已被删除，请重新选择', short: '{material}只剩 {available} {unit}，不够 {wanted} {unit}' },
  },
)
export const MOVE_KINDS = { in: '入库', issue: '领用', use: '使用', return: '退回', count: '盘点', scrap: '报废' } as const
export const stockMove = entity(
  'repair.stockMove',
  '库存变动',
  { ...entryFields('repairStock', '库存', MOVE_KINDS), materialName: text('材料', { computed: true, max: 60 }), storeName: text('库存地', { computed: true, max: 64 }) },
  { title: 'kind', scope: {}, unique: ENTRY_KEYS, sort: ['-createdAt'], verbs: ['list', 'export'], appendOnly: true },
)
const signed = { qty: 1 } as const
export const stockLedger = ledger({
  entry: stockMove,
  account: repairStock,
  effects: { in: signed, issue: signed, use: signed, return: signed, count: signed, scrap: signed },
  floors: [{ sum: { qty: 1 }, refusal: 'short' }],
})

const qty = integer('数量', { required: true, min: 1, max: 999_999 })
const materialId = ref('repairMaterial', '材料', { required: true })
const holderId = repairer('维修工')
const note = text('说明', { max: 200 })
const { in: incoming, issue, return: back, scrap } = MOVE_KINDS
export const moveStock = action('repair.stockMove.move', '出入库', {
  permission: KEEP,
  output: 'none',
  input: { kind: choice('变动', { in: incoming, issue, return: back, scrap }, { required: true }), materialId, holderId, qty, note },
  refusals: { holder: '领用和退回要选维修工' },
})
/** What was counted becomes the stock; the difference is an entry. */
export const countStock = action('repair.stockMove.count', '盘点', {
  permission: KEEP,
  input: {
    holderId,
    counts: list('盘点', shape('材料', { materialId, counted: integer('实有', { required: true, min: 0, max: 999_999 }) }), { required: true, min: 1, max: 500 }),
    note: text('说明', { required: true, min: 2, max: 200 }),
  },
  output: { changed: integer('有差异', { required: true }) },
})
/** A worker's own bag, for the phone. */
export const myBag = action('repair.stockMove.bag', '我的工具包', {
  method: 'GET',
  permission: WORK,
  many: true,
  output: {
    materialId: text('材料', { required: true, max: 36 }),
    ...pickFields(repairMaterial.fields, ['code', 'name', 'spec', 'unit']),
    qty: integer('数量', { required: true }),
  },
})
