import { action, bool, choice, date, datetime, entity, integer, json, list, ref, text } from '#model'
import type { CustomScope } from '#model/scope-order.ts'

/** Data scopes of an application: it has no user, hence no classes or department of its own. */
export const CLIENT_SCOPES = { all: '全校', custom: '指定范围' } as const
/** Rate limit per application and API, calls a minute. */
export const RATE_CLASS_NAMES = { light: '宽松（每分钟 600 次）', normal: '一般（每分钟 120 次）', heavy: '严格（每分钟 20 次）' } as const

const given = {
  name: text('应用名称', { required: true, max: 40, search: true }),
  apiIds: list('接口', text('接口', { max: 320 }), { required: true, max: 200 }),
  ipRanges: list('允许的地址', text('地址段', { max: 50 }), { max: 50 }),
  dailyQuota: integer('每天最多调用', { required: true, min: 1, max: 10_000_000, initial: 10_000 }),
  dataScope: choice('数据范围', CLIENT_SCOPES, { required: true, initial: 'custom' }),
  customScope: json<CustomScope>('指定范围', { untyped: 'campuses, departments, classes or buildings; what is none of them is refused by name' }),
  validTo: date('有效期至'),
  remark: text('说明', { max: 200, help: '谁在用、做什么用、联系人' }),
} as const
export const apiClient = entity(
  'system.apiClient',
  '开放应用',
  {
    ...given,
    appKey: text('App-Key', { required: true, readonly: true, max: 30, search: true }),
    isEnabled: bool('启用', { required: true, initial: true }),
    userId: ref('user', '日志中的账号', { required: true, readonly: true }),
    secretHash: text('密钥', { required: true, readonly: true, secret: true, encrypted: true, sentTo: [], max: 64 }),
    previousSecretHash: text('原密钥', { readonly: true, secret: true, encrypted: true, sentTo: [], max: 64 }),
    previousUntil: datetime('原密钥有效至', { readonly: true }),
    callsToday: integer('今日调用', { computed: true }),
    refusedToday: integer('今日被拒', { computed: true }),
    lastCallAt: datetime('最近调用', { computed: true }),
  },
  {
    title: 'name',
    // applications belong to the whole school; the permission is reserved to platform administrators
    scope: { everyone: 'programs the school has admitted; their secrets are write-only' },
    cached: true,
    unique: [['name'], ['appKey']],
    select: 'scoped',
    verbs: ['list', 'update', 'export'],
    refusals: {
      noApi: '请至少选择一个接口',
      unknownApi: '没有可以授给应用的接口“{api}”；只有查询类接口可以开放',
      closedApi: '接口“{api}”已停止对应用开放',
      lacksPermission: '你没有这些权限，不能授给应用：{permissions}',
      lacksScope: '“{permission}”的数据范围“{scope}”超出你自己的范围“{own}”',
      customNeeded: '数据范围选“指定范围”时，至少要选一个部门、班级或楼栋',
      customForm: '指定范围应写明部门、班级或楼栋，不认识“{key}”',
      range: '“{range}”不是地址或地址段，应写成 10.1.2.3 或 10.1.0.0/16',
      past: '有效期 {validTo} 已经过去',
      nameTaken: '已有名为“{name}”的应用',
    },
  },
)
const secretOnce = { appKey: text('App-Key', { required: true, max: 30 }), secret: text('密钥', { required: true, max: 64 }) } as const
/** Returns the secret once; only its hash is stored. */
export const createClient = action('system.apiClient.create', '新建应用', { input: given, output: { id: ref('apiClient', '开放应用', { required: true }), ...secretOnce } })
/** Rotates the secret; the previous one stays valid for some hours, so that both sides need not switch at the same moment. */
export const renewSecret = action('system.apiClient.renewSecret', '更换密钥', {
  input: { id: ref('apiClient', '开放应用', { required: true }), overlapHours: integer('原密钥继续有效（小时）', { required: true, min: 0, max: 168, initial: 24 }) },
  output: { ...secretOnce, previousUntil: datetime('原密钥有效至') },
})
/** Calls and refusals of an application per day. */
export const clientDays = action('system.apiClient.days', '调用统计', {
  method: 'GET',
  permission: 'system:apiClient:list',
  input: { id: ref('apiClient', '开放应用', { required: true }) },
  many: true,
  output: {
    day: date('日期', { required: true }),
    calls: integer('调用', { required: true }),
    refused: integer('被拒', { required: true }),
    reasons: json<Record<string, number>>('被拒原因', { required: true, untyped: 'reasons are the names of its values' }),
  },
})

/** The school's settings for an API; the list of APIs itself comes from the program's routes. */
export const apiEntry = entity(
  'system.apiEntry',
  '接口',
  {
    method: text('方法', { required: true, immutable: true, max: 10 }),
    path: text('地址', { required: true, immutable: true, max: 300 }),
    isOpen: bool('对应用开放', { required: true, initial: true }),
    rateClass: choice('频率', RATE_CLASS_NAMES, { required: true, initial: 'normal' }),
  },
  {
    title: 'path',
    scope: { everyone: 'a setting of the school: which API is open to programs' },
    cached: true,
    unique: [['method', 'path']],
    verbs: [],
    refusals: { unknownApi: '没有可以开放的接口“{api}”' },
  },
)
export const setApi = action('system.apiEntry.set', '设置接口', {
  output: 'none',
  input: {
    method: text('方法', { required: true, max: 10 }),
    path: text('地址', { required: true, max: 300 }),
    isOpen: bool('对应用开放', { required: true }),
    rateClass: choice('频率', RATE_CLASS_NAMES, { required: true }),
  },
})
