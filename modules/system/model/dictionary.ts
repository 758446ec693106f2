import { action, bool, choice, entity, integer, json, ref, text } from '#model'

export const DICTIONARY_KINDS = { flat: '列表', tree: '树' } as const

export const dictionary = entity(
  'system.dictionary',
  '数据字典',
  {
    code: text('字典编码', { required: true, immutable: true, max: 64, format: 'code', search: true, sortable: true }),
    name: text('字典名称', { required: true, max: 64, search: true }),
    kind: choice('结构', DICTIONARY_KINDS, { required: true, immutable: true, initial: 'flat' }),
    standard: text('所依标准', { max: 64, readonly: true }),
    locked: bool('按标准锁定', { readonly: true, initial: false }),
    itemCount: integer('项数', { computed: true }),
  },
  {
    title: 'name',
    scope: { everyone: 'code tables of the school' },
    cached: true,
    unique: [['code']],
    sort: ['code'],
    importKey: ['code'],
    refusals: {
      seeded: '“{name}”是程序用到的字典，不能删除',
      hasItems: '“{name}”里还有 {count} 项，先删除字典项',
    },
  },
)

export const dictionaryItem = entity(
  'system.dictionaryItem',
  '字典项',
  {
    dictionaryId: ref('dictionary', '所属字典', { required: true, immutable: true }),
    dictionaryKey: text('键', { required: true, immutable: true, max: 64, search: true, help: '建立后不能修改，只能停用' }),
    dictionaryValue: text('名称', { required: true, max: 100, search: true }),
    dictionaryValueTw: text('繁体名称', { max: 100 }),
    dictionaryValueEn: text('英文名称', { max: 200 }),
    parentId: ref('dictionaryItem', '上级'),
    sort: integer('排序', { min: 0, max: 99999, initial: 0, sortable: true }),
    color: text('颜色', { max: 20 }),
    standardCode: text('标准代码', { max: 64 }),
    isEnabled: bool('启用', { required: true, initial: true }),
    builtIn: bool('内置', { readonly: true, initial: false }),
    remark: text('说明', { max: 200 }),
  },
  {
    title: 'dictionaryValue',
    wire: 'dataDictionary',
    scope: { everyone: 'code tables of the school' },
    cached: true,
    unique: [['dictionaryId', 'dictionaryKey']],
    tree: 'parentId',
    sort: ['sort'],
    importKey: ['dictionaryId', 'dictionaryKey'],
    refusals: {
      keyForm: '键只能用字母、数字、点、短横线和下划线，最多 64 位：{key}',
      prefixNeeded: '“{dictionary}”依据 {standard}，学校只能增加以“{prefix}”开头的键，现在是“{key}”',
      standardValue: '“{value}”是 {standard} 规定的项，名称不能修改；不用时可以停用',
      builtIn: '“{value}”是程序自带的项，不能删除，可以停用',
      inUse: '“{value}”已被 {count} 条记录使用（{where}），不能删除，可以停用',
      cycle: '不能把“{value}”放到自己的下级里面',
      flat: '“{dictionary}”是列表，没有上下级',
      otherDictionary: '上级“{parent}”不在同一个字典里',
    },
  },
)

const item = {
  id: ref('dictionaryItem', '字典项', { required: true }),
  value: text('值', { required: true, max: 64 }),
  label: text('名称', { required: true, max: 200 }),
  code: text('字典编码', { required: true, max: 64 }),
  dictionaryKey: text('键', { required: true, max: 64 }),
  dictionaryValue: text('名称', { required: true, max: 200 }),
  sort: integer('排序', { required: true }),
  color: text('颜色', { max: 20 }),
  isEnabled: bool('启用', { required: true }),
} as const
export interface DictionaryNode {
  id: string
  dictionaryKey: string
  dictionaryValue: string
  children: DictionaryNode[]
}
/** Items of a dictionary; disabled ones are included with `flag=0`, so that old rows can still be labelled. */
export const getDict = action('system.dictionaryItem.getDict', '字典项', {
  method: 'GET',
  access: 'signedIn',
  etag: true,
  input: { code: text('字典编码', { required: true, max: 64 }), flag: text('范围', { max: 1, help: '1 启用的，0 全部' }) },
  many: true,
  output: item,
})
export const getParentDict = action('system.dictionaryItem.getParentDict', '下级字典项', {
  method: 'GET',
  access: 'signedIn',
  etag: true,
  input: { code: text('字典编码', { required: true, max: 64 }), dictionaryKey: text('上级键', { max: 64 }) },
  many: true,
  output: item,
})
export const getTree = action('system.dictionaryItem.getTree', '字典树', {
  method: 'GET',
  access: 'signedIn',
  etag: true,
  input: { dictionaryCode: text('字典编码', { required: true, max: 64 }), type: text('类型', { max: 4, help: '固定为 1' }) },
  many: true,
  output: {
    id: ref('dictionaryItem', '字典项', { required: true }),
    value: text('值', { required: true, max: 64 }),
    label: text('名称', { required: true, max: 200 }),
    dictionaryKey: text('键', { required: true, max: 64 }),
    dictionaryValue: text('名称', { required: true, max: 200 }),
    children: json<DictionaryNode[]>('下级', { required: true, untyped: 'a tree, whose nodes are all of this shape' }),
  },
  refusals: { type: '字典树的 type 固定为 1，现在是 {type}' },
})
/** Stored rows that use an item's key. */
export const itemUsage = action('system.dictionaryItem.usage', '使用情况', {
  method: 'GET',
  input: { id: ref('dictionaryItem', '字典项', { required: true }) },
  permission: 'system:dictionaryItem:list',
  many: true,
  output: {
    entity: text('数据', { required: true, max: 60 }),
    field: text('字段', { required: true, max: 60 }),
    count: integer('条数', { required: true }),
  },
})
