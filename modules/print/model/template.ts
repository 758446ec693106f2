import { action, bool, choice, datetime, entity, files, integer, json, list, ref, shape, text } from '#model'
import { type Layout, type Numbering, PAPER_SIZES } from '#model/print-layout.ts'

/** A print template: content, paper, seal and numbering. */
export const printTemplate = entity(
  'print.printTemplate',
  '打印模板',
  {
    code: text('编号', { required: true, max: 40, readonly: true, search: true }),
    name: text('名称', { required: true, max: 60, search: true }),
    entity: text('适用于', { required: true, max: 60, readonly: true }),
    paper: choice('纸张', PAPER_SIZES, { required: true, initial: 'A4' }),
    edition: integer('版次', { required: true, readonly: true, initial: 1 }),
    isEnabled: bool('启用', { required: true, readonly: true, initial: true }),
    basedOn: text('复制自', { max: 40, readonly: true }),
    layout: json<Layout>('版式', { readonly: true }),
    seal: files('印章图片', { maxFiles: 1, types: ['png', 'jpg', 'jpeg'], readonly: true }),
    numbering: json<Numbering>('编号规则', { readonly: true }),
    entityName: text('适用于', { computed: true, max: 100 }),
    isOwn: bool('沿用程序版式', { computed: true }),
    issued: integer('已打印', { computed: true }),
  },
  {
    title: 'name',
    // templates belong to the school: no data scope
    scope: { everyone: 'layouts, a setting of the school' },
    sort: ['entity', 'code'],
    verbs: ['list', 'remove'],
    refusals: { ofProgram: '“{name}”是程序自带的模板，不能删除，可以停用', wasUsed: '“{name}”已打印 {count} 份，不能删除，可以停用' },
  },
)
const DESIGN = 'sheet:print:design'
const id = ref('printTemplate', '打印模板', { required: true })
const paper = choice('纸张', PAPER_SIZES, { required: true })
const name = text('名称', { required: true, max: 60 })

/** A field available in a template. `isClosed`: sensitive and not permitted for this reader. */
const field = shape(
  '字段',
  {
    name: text('字段', { required: true, max: 60 }),
    label: text('名称', { required: true, max: 100 }),
    kind: text('类型', { required: true, max: 20 }),
    isClosed: bool('不可见', { required: true }),
  },
  { required: true },
)
const fields = list('字段', field, { required: true })
const table = shape(
  '下级记录',
  { of: text('记录', { required: true, max: 60 }), by: text('从属字段', { required: true, max: 60 }), label: text('名称', { required: true, max: 200 }), fields },
  { required: true },
)
const supplied = (label: string) =>
  list(label, shape(label, { by: text('内容', { required: true, max: 60 }), label: text('名称', { required: true, max: 60 }) }, { required: true }), { required: true })
/** A template for the designer, with all available fields. */
export const openTemplate = action('print.printTemplate.open', '打开打印模板', {
  method: 'GET',
  permission: DESIGN,
  input: { id },
  output: {
    id: text('模板', { required: true, max: 36 }),
    version: integer('版本号', { required: true }),
    edition: integer('版次', { required: true }),
    name,
    entity: text('适用于', { required: true, max: 60 }),
    paper,
    layout: json<Layout>('版式', { required: true, untyped: 'a union of blocks, checked by the model of the print layout' }),
    ownLayout: json<Layout>('程序版式', { required: true, untyped: 'a union of blocks, checked by the model of the print layout' }),
    isOwn: bool('沿用程序版式', { required: true }),
    seal: text('印章图片', { max: 36 }),
    numbering: json<Numbering>('编号规则', { required: true, untyped: 'a list of parts of several kinds' }),
    fields,
    photos: fields,
    tables: list('下级记录', table, { required: true }),
    /** Signed contents supplied by modules: 审批意见. */
    signed: supplied('签署内容'),
    /** What modules know of a row, gathered: 学生一张表. */
    sections: supplied('汇总内容'),
  },
})
/** Without a layout the built-in one applies, including its upgrades. */
export const saveTemplate = action('print.printTemplate.save', '设计', {
  permission: DESIGN,
  input: {
    id,
    version: integer('版本号', { required: true }),
    name,
    paper,
    layout: json<Layout>('版式', { untyped: 'a union of blocks, checked by the model of the print layout' }),
    seal: text('印章图片', { max: 36, format: 'uuid' }),
    numbering: json<Numbering>('编号规则', { untyped: 'a list of parts of several kinds' }),
  },
  output: { version: integer('版本号', { required: true }), edition: integer('版次', { required: true }) },
  refusals: { stale: '模板已被{name}在 {time} 改过，请重新打开后再改', name: '已有叫“{name}”的打印模板' },
})
export const copyTemplate = action('print.printTemplate.copy', '复制', {
  permission: DESIGN,
  input: { id, name },
  output: { id: text('模板', { required: true, max: 36 }) },
  refusals: { tooMany: '“{name}”已有 {count} 份副本，最多 {max} 份' },
})
export const enableTemplate = action('print.printTemplate.enable', '启用', { output: 'none', permission: DESIGN, input: { id, isEnabled: bool('启用', { required: true }) } })
/** All layouts used for prints, newest first. */
export const templateEditions = action('print.printTemplate.editions', '历次版式', {
  method: 'GET',
  permission: DESIGN,
  many: true,
  input: { id },
  output: {
    edition: integer('版次', { required: true }),
    name,
    paper,
    layout: json<Layout>('版式', { required: true, untyped: 'a union of blocks, checked by the model of the print layout' }),
    isOwn: bool('程序版式', { required: true }),
    seal: text('印章图片', { max: 36 }),
    numbering: json<Numbering>('编号规则', { required: true, untyped: 'a list of parts of several kinds' }),
    savedAt: datetime('时间', { required: true }),
    savedByName: text('保存人', { max: 60 }),
    issued: integer('已打印', { required: true }),
  },
})
