import { action, bool, choice, integer, list, shape, text } from '#model'
import { DESIGNED_KINDS } from '#model/codegen.ts'

const field = shape('字段', {
  name: text('代码', { required: true, max: 100 }),
  label: text('名称', { required: true, max: 100 }),
  kind: choice('类型', DESIGNED_KINDS, { required: true }),
  isRequired: bool('必填'),
  isUnique: bool('唯一'),
  isSearched: bool('可搜索'),
  isPersonal: bool('个人信息'),
  max: integer('长度或上限'),
  choices: list('选项', shape('选项', { key: text('代码', { required: true, max: 100 }), label: text('名称', { required: true, max: 100 }) })),
  to: text('引用', { max: 100 }),
})

const design = {
  code: text('模块代码', { required: true, max: 40, help: '小写字母开头，例如 repair' }),
  name: text('模块名称', { required: true, max: 60 }),
  entity: text('实体代码', { required: true, max: 40, help: '例如 repairType' }),
  label: text('实体名称', { required: true, max: 60 }),
  fields: list('字段', field, { required: true }),
} as const
const file = shape('文件', { path: text('路径', { required: true, max: 200 }), content: text('内容', { required: true, max: 200_000 }) }, { required: true })
/** Renders the module's source without writing anything. */
export const previewModule = action('system.codegen.preview', '预览代码', {
  permission: 'system:codegen:use',
  input: design,
  output: { files: list('文件', file, { required: true }) },
})
/** The same as a source package for download. Generated code is never loaded into the running system. */
export const downloadModule = action('system.codegen.download', '下载源码包', { output: 'file', permission: 'system:codegen:use', input: design })
