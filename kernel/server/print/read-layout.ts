import { parseFields } from '#fields/parse.ts'
import { choice, type Fields, type Issue, integer, json, list, text } from '#model'
import { isObject } from '#model/objects.ts'
import { type Block, type Layout, NUMBERING, type Numbering, numberAs } from '#model/print-layout.ts'

const MOST_BLOCKS = 40
const HEAD: Fields = { title: text('标题', { required: true, max: 60 }), blocks: json('区块', { required: true }), pages: integer('一份最多几页', { min: 1, max: 20 }) }
const title = text('标题', { max: 40 })
const fields = list('字段', text('字段', { required: true, max: 60 }), { required: true, max: 60 })
const kind = text('类型', { required: true, max: 10 })
/** Allowed properties of each kind of block. */
const BLOCKS: Readonly<Record<Block['kind'], Fields>> = {
  grid: { kind, title, fields, columns: integer('列数', { min: 1, max: 3 }), labels: json('显示名称'), photo: json('照片'), lines: integer('每栏几行', { min: 1, max: 40 }) },
  table: {
    kind,
    title,
    fields,
    of: text('记录', { required: true, max: 60 }),
    by: text('从属字段', { required: true, max: 60 }),
    sort: text('排序', { max: 61 }),
    blank: integer('空行', { min: 0, max: 30 }),
    labels: json('显示名称'),
  },
  text: { kind, text: text('文字', { required: true, max: 4000, multiline: true }), align: choice('对齐', { left: '左', center: '中', right: '右' }) },
  seal: { kind, text: text('文字', { required: true, max: 200 }) },
  signed: { kind, title, by: text('内容', { required: true, max: 60 }) },
  sections: { kind, by: text('内容', { required: true, max: 60 }) },
}
const PARSE_FAULTS = {
  shape: '版式的内容不完整：{part}',
  tooMany: '版式最多 {max} 个区块，现在 {count} 个',
  noField: '第 {n} 个区块还没有字段',
  number: '编号规则必须有一处 {number}，只能再用 {year}，每年重新编号时必须有 {year}',
} as const
const issue = (key: keyof typeof PARSE_FAULTS, values: Record<string, unknown>, field: string): Issue => ({ rule: `print.${key}`, text: PARSE_FAULTS[key], values, field })

type Read<T> = { value: T; issues: readonly Issue[] }
/** Validates a layout from a request; unknown properties are refused. */
export function readLayout(given: unknown): Read<Layout> {
  const head = isObject(given) ? parseFields(HEAD, given) : undefined
  const blocks = head?.values.blocks
  if (!head || !Array.isArray(blocks)) return { value: { title: '', blocks: [] }, issues: head?.issues.length ? head.issues : [issue('shape', { part: 'blocks' }, 'layout')] }
  if (blocks.length > MOST_BLOCKS) return { value: { title: '', blocks: [] }, issues: [issue('tooMany', { max: MOST_BLOCKS, count: blocks.length }, 'layout')] }
  const read = blocks.map(readBlock)
  const { title: heading, pages } = head.values
  const value = { title: String(heading), blocks: read.map(r => r.value), ...(typeof pages === 'number' ? { pages } : {}) }
  return { value, issues: [...head.issues, ...read.flatMap(r => r.issues)] }
}
function readBlock(given: unknown, at: number): Read<Block> {
  const nothing = { kind: 'seal', text: '' } as const
  const field = `blocks.${at}`
  const declared = isObject(given) && typeof given.kind === 'string' && Object.hasOwn(BLOCKS, given.kind) ? BLOCKS[given.kind as Block['kind']] : undefined
  if (!isObject(given) || !declared) return { value: nothing, issues: [issue('shape', { part: field }, field)] }
  const { values, issues } = parseFields(declared, given)
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
  const wrong = [...(areLabels(filled.labels) ? [] : ['labels']), ...(isPhoto(filled.photo) ? [] : ['photo'])].map(part => issue('shape', { part: `${field}.${part}` }, field))
  const empty = Array.isArray(filled.fields) && !filled.fields.length ? [issue('noField', { n: at + 1 }, field)] : []
  // all properties were validated against the block's kind
  return { value: filled as unknown as Block, issues: [...issues.map(i => ({ ...i, field })), ...wrong, ...empty] }
}
const areLabels = (given: unknown): boolean =>
  given === undefined || (isObject(given) && Object.keys(given).length <= 60 && Object.values(given).every(v => typeof v === 'string' && v.length <= 40))
const isPhoto = (given: unknown): boolean =>
  given === undefined ||
  (isObject(given) && Object.keys(given).every(k => k === 'field') && (given.field === undefined || (typeof given.field === 'string' && given.field.length <= 60)))

const NUMBER_FIELDS: Fields = {
  text: text('编号', { required: true, max: 40 }),
  digits: integer('位数', { required: true, min: 3, max: 10 }),
  restart: choice('重新编号', { year: '每年', never: '从不' }, { required: true }),
}
/** Validates a numbering rule; undefined means the default. */
export function readNumbering(given: unknown): Read<Numbering> {
  if (given === null || given === undefined) return { value: NUMBERING, issues: [] }
  if (!isObject(given)) return { value: NUMBERING, issues: [issue('shape', { part: 'numbering' }, 'numbering')] }
  const { values, issues } = parseFields(NUMBER_FIELDS, given)
  const rule = values as unknown as Numbering
  if (issues.length) return { value: NUMBERING, issues: issues.map(i => ({ ...i, field: 'numbering' })) }
  const isWhole = rule.text.split('{number}').length === 2 && !/[{}]/.test(numberAs(rule, 2026, 1)) && (rule.restart === 'never' || rule.text.includes('{year}'))
  return { value: rule, issues: isWhole ? [] : [issue('number', { number: '{number}', year: '{year}' }, 'numbering')] }
}
