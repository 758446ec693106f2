import { action, choice, datetime, entity, integer, list, type Row, ref, shape, states, text } from '#model'

const need = { required: true } as const
const readonly = { readonly: true } as const
export const stockStates = states(
  { open: { label: '盘点中', tone: 'going' }, confirmed: { label: '已确认', tone: 'done' }, dropped: { label: '已放弃', tone: 'over' } },
  { scan: ['open'], confirm: ['open'], drop: ['open'] },
)
/** 盘点: what is really on the shelves of a place. */
export const archiveStock = entity(
  'archive.archiveStock',
  '档案盘点',
  {
    locationId: ref('archiveLocation', '库位', { ...need, ...readonly }),
    state: stockStates.field('状态', { initial: 'open', sortable: true }),
    takenBy: ref('user', '盘点人', readonly),
    confirmedAt: datetime('确认时间', readonly),
    scanned: integer('已扫', { computed: true }),
  },
  { title: 'locationId', scope: {}, select: 'scoped', sort: ['-createdAt'], verbs: ['list', 'export'], refusals: { running: '“{name}”正在盘点', twice: '{code} 已经扫过' } },
)
export type ArchiveStock = Row<typeof archiveStock>
export const RESULTS = { right: '在位', misplaced: '错位', unknown: '不明' } as const
/** What was scanned, each once. */
export const archiveStockScan = entity(
  'archive.archiveStockScan',
  '盘点明细',
  {
    stockId: ref('archiveStock', '档案盘点', { ...need, ...readonly }),
    code: text('扫到的号', { ...need, ...readonly, max: 30, format: 'code', search: true }),
    fileId: ref('archiveFile', '学生档案', readonly),
    result: choice('结果', RESULTS, { ...need, ...readonly }),
  },
  { title: 'code', scope: {}, unique: [['stockId', 'code']], sort: ['-createdAt'], verbs: ['list', 'export'] },
)
const { refusals = {} } = archiveStock.options
const TAKE = 'archive:archiveStock:scan'
const id = ref('archiveStock', '档案盘点', need)
const count = (label: string) => integer(label, need)
export const startStock = action('archive.archiveStock.start', '开始盘点', {
  permission: TAKE,
  input: { locationId: ref('archiveLocation', '库位', need) },
  output: { id: text('编号', { ...need, max: 36 }) },
  refusals,
})
export const scanStock = action('archive.archiveStock.scan', '扫描', {
  permission: TAKE,
  inScope: true,
  input: { id, code: text('档案号', { ...need, max: 30 }) },
  output: { result: choice('结果', RESULTS, need), place: text('应在', { max: 120 }) },
  refusals,
})
const line = shape('档案', { id: text('编号', { ...need, max: 36 }), archiveNo: text('档案号', { ...need, max: 30 }), place: text('应在', { max: 120 }) }, need)
export const stockResult = action('archive.archiveStock.result', '盘点结果', {
  method: 'GET',
  permission: TAKE,
  input: { id },
  output: {
    expected: count('应有'),
    right: count('在位'),
    missing: list('未见', line, need),
    misplaced: list('错位', line, need),
    unknown: list('不明', text('号', { ...need, max: 30 }), need),
  },
})
/** 50-AR9: until then nothing has changed. */
export const confirmStock = action('archive.archiveStock.confirm', '确认盘点', {
  inScope: true,
  input: { id },
  output: { lost: count('记为遗失'), moved: count('改到此处') },
  refusals,
})
export const dropStock = action('archive.archiveStock.drop', '取消盘点', { permission: TAKE, inScope: true, input: { id }, output: 'none', refusals })
export const stockActions = [startStock, scanStock, stockResult, confirmStock, dropStock]
