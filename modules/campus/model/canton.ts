import { bool, choice, date, entity, type Field, type TextOptions, text } from '#model'

const codeFields = new WeakSet<Field>()
/** Whether a field holds a region code: a new edition counts the records using abolished codes. */
export const isCantonCode = (field: Field): boolean => codeFields.has(field)

/** A six-digit code of GB/T 2260. Stored as the code instead of a row id, because identity numbers, rosters and national reports use it; a foreign key on (tenant_id, code)
 *  enforces it. */
export function cantonCode<const O extends TextOptions = Record<never, never>>(label: string, options: O = {} as O) {
  const field = text(label, { ...options, min: 6, max: 6, format: 'digits' as const })
  codeFields.add(field)
  return field
}

export const CANTON_LEVELS = { province: '省级', city: '地级', area: '县级' } as const

export const canton = entity(
  'campus.canton',
  '行政区划',
  {
    code: text('代码', { required: true, immutable: true, min: 6, max: 6, format: 'digits', search: true, sortable: true }),
    name: text('名称', { required: true, max: 60, search: true, sortable: true }),
    level: choice('级别', CANTON_LEVELS, { required: true }),
    parentCode: cantonCode('上级代码'),
    fullName: text('全称', { max: 180, readonly: true }),
    pinyin: text('拼音', { max: 180, readonly: true, search: true }),
    validFrom: date('启用日期'),
    validTo: date('废止日期'),
    replacedBy: cantonCode('现行代码', { help: '区划撤并后，原代码由哪个代码接替' }),
    isEnabled: bool('启用', { required: true, initial: true }),
  },
  {
    title: 'name',
    scope: { everyone: 'national code table of regions' },
    unique: [['code']],
    importKey: ['code'],
    cached: true,
    select: 'open',
    selectFields: ['code', 'name'],
    sort: ['code'],
    refusals: {
      parentUnknown: '没有上级代码“{parentCode}”',
      parentLevel: '“{parentCode}”不能作为{label}区划的上级',
      successorUnknown: '没有现行代码“{replacedBy}”',
      successorSelf: '现行代码不能是自己',
      spanReversed: '废止日期 {validTo} 早于启用日期 {validFrom}',
      hasChildren: '下面还有 {count} 个区划，请先处理下级',
    },
  },
)
