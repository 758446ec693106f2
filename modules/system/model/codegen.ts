import { action, json, list, shape, text } from '#model'

const design = {
  code: text('模块代码', { required: true, max: 40, help: '小写字母开头，例如 repair' }),
  name: text('模块名称', { required: true, max: 60 }),
  entity: text('实体代码', { required: true, max: 40, help: '例如 repairType' }),
  label: text('实体名称', { required: true, max: 60 }),
  fields: json<unknown[]>('字段', { required: true }),
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
