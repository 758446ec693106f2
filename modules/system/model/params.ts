import { action, bool, datetime, entity, integer, json, list, shape, text } from '#model'

export type ParameterValue = string | number | boolean | null
export type ParameterContent = Record<string, ParameterValue>
/** Placeholder returned instead of a secret; sent back unchanged it keeps the stored secret. */
export const HIDDEN = '******'

export const baseParams = entity(
  'system.baseParams',
  '系统参数',
  { paramsId: text('参数组', { required: true, immutable: true, max: 64 }), content: json<ParameterContent>('内容', { required: true }) },
  // every version of a group is a row; (paramsId, version) is unique and the highest version counts
  { title: 'paramsId', scope: { everyone: 'parameters of the school' }, cached: true, verbs: [] },
)

const group = { paramsId: text('参数组', { required: true, max: 64, format: 'code' }) }
const unknownGroup = { unknownGroup: '没有参数组“{paramsId}”' } as const

/** A group with only public parameters is readable by everyone signed in; other groups need the permission. */
export const getParams = action('system.baseParams.getOne', '查看参数', {
  method: 'GET',
  access: 'signedIn',
  input: group,
  output: {
    paramsId: text('参数组', { required: true, max: 64 }),
    version: integer('版本', { required: true }),
    content: json<ParameterContent>('内容', { required: true, untyped: 'parameters of the group are the names of its values' }),
  },
  refusals: unknownGroup,
})
const change = shape('修改', {
  key: text('参数', { required: true, max: 100 }),
  label: text('名称', { required: true, max: 100 }),
  from: json('原值', { untyped: 'of any kind of parameter' }),
  to: json('新值', { untyped: 'of any kind of parameter' }),
})
export const submitParams = action('system.baseParams.submit', '保存参数', {
  input: {
    ...group,
    version: integer('版本', { required: true, min: 0 }),
    content: json<ParameterContent>('内容', { required: true, untyped: 'parameters of the group are the names of its values' }),
    isConfirmed: bool('已确认风险'),
  },
  output: { version: integer('版本', { required: true }), changes: list('修改', change, { required: true }) },
  refusals: {
    ...unknownGroup,
    form: '参数组“{name}”的内容应是“参数: 值”的对象',
    unknown: '参数组“{name}”没有“{key}”这一项',
    type: '{label}应是{kind}，现在是“{value}”',
    range: '{label}应在 {min} 至 {max} 之间，现在是 {value}',
    choice: '{label}没有“{value}”这个选项',
    tooLong: '{label}最多 {max} 个字，现在 {length} 个',
    legal: '{label}不能低于 {min}：{source}',
    risky: '{label}改为 {value}：{why}。确实要改，请确认风险后再保存',
    threeAdmins: '还有 {count} 人同时担任两类管理功能：{names}，先调整他们的角色再开启三员分立',
  },
})
export const paramsGroups = action('system.baseParams.groups', '参数组', {
  method: 'GET',
  permission: 'system:baseParams:list',
  many: true,
  output: {
    paramsId: text('参数组', { required: true, max: 64 }),
    name: text('名称', { required: true, max: 100 }),
    version: integer('版本', { required: true }),
    updatedAt: datetime('修改时间'),
    updatedByName: text('修改人', { max: 64 }),
    parameters: json<ParameterView[]>('参数', { required: true, untyped: 'values of any kind of parameter' }),
  },
})
export interface ParameterView {
  key: string
  label: string
  initial: ParameterValue
  value: ParameterValue
  kind: 'text' | 'number' | 'switch' | 'choice' | 'secret'
  min: number | null
  max: number | null
  unit: string | null
  help: string | null
  effect: string | null
  choices: Record<string, string> | null
  risky: string | null
  isRisky: boolean
  legalMin: { value: number; source: string } | null
}
export const paramsHistory = action('system.baseParams.versions', '参数历史', {
  method: 'GET',
  input: group,
  permission: 'system:baseParams:list',
  many: true,
  output: {
    version: integer('版本', { required: true }),
    at: datetime('时间', { required: true }),
    byName: text('修改人', { max: 64 }),
    changes: list('修改', change, { required: true }),
  },
  refusals: unknownGroup,
})
/** Restores an earlier version as the newest one, validated like a submission. */
export const restoreParams = action('system.baseParams.restore', '恢复到此版本', {
  input: { ...group, version: integer('现在的版本', { required: true }), to: integer('恢复到', { required: true, min: 0 }), isConfirmed: bool('已确认风险') },
  permission: 'system:baseParams:submit',
  output: { version: integer('版本', { required: true }), changes: list('修改', change, { required: true }) },
  refusals: { ...submitParams.refusals, noVersion: '参数组“{name}”没有版本 {to}' },
})
export const getAiConfig = action('system.baseParams.openApi/getAiConfig', 'AI 配置', {
  method: 'GET',
  access: { open: 'the entry icon shows on the sign-in page; only on or off and display values are answered' },
  input: { tenantId: text('学校', { max: 12 }) },
  output: {
    isEnabled: bool('启用', { required: true }),
    name: text('助手名称', { required: true, max: 40 }),
    greeting: text('欢迎语', { required: true, max: 200 }),
    icon: text('图标', { required: true, max: 60 }),
    features: list('用途', text('用途', { max: 40 }), { required: true }),
  },
})
