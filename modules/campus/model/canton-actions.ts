import { action, bool, integer, json, list, shape, text } from '#model'
import { item } from './select-fields.ts'

export interface CantonNode {
  code: string
  name: string
  children?: CantonNode[]
}
const option = { ...item, code: text('代码', { required: true }), name: text('名称', { required: true }) } as const
/** All regions in force as a tree of three levels; served with an ETag, so that browsers revalidate and download it once per edition. */
export const cantonTree = action('campus.canton.getAreaList', '行政区划树', {
  method: 'GET',
  access: 'signedIn',
  output: {
    code: text('代码', { required: true }),
    name: text('名称', { required: true }),
    children: json<CantonNode[]>('下级', { untyped: 'a tree, whose nodes are all of this shape' }),
  },
  many: true,
})
export const provinceSelect = action('campus.canton.getProvince', '省', { method: 'GET', access: 'signedIn', output: option, many: true })
export const citySelect = action('campus.canton.getCity', '市', { method: 'GET', access: 'signedIn', input: { province: text('省', { max: 6 }) }, output: option, many: true })
export const areaSelect = action('campus.canton.getArea', '县', { method: 'GET', access: 'signedIn', input: { city: text('市', { max: 6 }) }, output: option, many: true })
/** BG1, BG3: name of a code, whether it is in force, and its successor. */
export const cantonOf = action('campus.canton.ofCode', '代码含义', {
  method: 'GET',
  access: 'signedIn',
  input: { code: text('代码', { required: true, max: 6 }) },
  output: {
    code: text('代码', { required: true }),
    isKnown: bool('存在', { required: true }),
    fullName: text('全称'),
    validTo: text('废止日期'),
    successorCode: text('现行代码'),
    successorName: text('现行名称'),
  },
})
const editionInput = {
  rows: list('新版', shape('行', { code: text('代码', { required: true, min: 6, max: 6, format: 'digits' }), name: text('名称', { required: true, max: 60 }) }), {
    required: true,
    max: 5000,
  }),
  /** Successors of abolished codes as chosen by the officer, overriding the proposals. */
  successors: list('接替', shape('接替', { code: text('原代码', { required: true, max: 6 }), successor: text('现行代码', { max: 6 }) }), { max: 1000 }),
} as const
const editionOutput = {
  added: list('新增', shape('新增', { code: text('代码', { required: true }), name: text('名称', { required: true }) }), { required: true }),
  renamed: list('更名', shape('更名', { code: text('代码', { required: true }), from: text('原名称', { required: true }), to: text('新名称', { required: true }) }), {
    required: true,
  }),
  abolished: list(
    '撤并',
    shape('撤并', {
      code: text('代码', { required: true }),
      name: text('名称', { required: true }),
      successor: text('现行代码'),
      records: integer('涉及记录', { required: true }),
    }),
    { required: true },
  ),
  unchanged: integer('不变', { required: true }),
} as const
const editionRefusals = {
  tooFew: '只有 {count} 行，完整的一版约 3200 行，请核对文件',
  orphan: '代码 {code} 没有上级 {parent}',
  duplicate: '代码 {code} 出现了两次',
  successorUnknown: '{code} 的现行代码 {successor} 不在新版里',
} as const
export const previewEdition = action('campus.canton.previewEdition', '预览新版区划', {
  input: editionInput,
  output: editionOutput,
  permission: 'campus:canton:import',
  refusals: editionRefusals,
})
export const importEdition = action('campus.canton.importEdition', '导入新版区划', {
  input: editionInput,
  output: { added: integer('新增', { required: true }), renamed: integer('更名', { required: true }), abolished: integer('撤并', { required: true }) },
  permission: 'campus:canton:import',
  refusals: editionRefusals,
})
export const cantonActions = [cantonTree, provinceSelect, citySelect, areaSelect, cantonOf, previewEdition, importEdition]
