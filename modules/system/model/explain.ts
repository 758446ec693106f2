import { action, bool, choice, date, integer, list, ref, shape, text } from '#model'
import { RATE_CLASS_NAMES } from './api-client.ts'

export const SENSITIVITY_NAMES = { S1: '个人信息（掩码）', S2: '敏感信息（不含在答复中）' } as const
/** Every route of the program with today's call counts; read from the router, not from a table. */
export const apiEntries = action('system.apiEntry.list', '接口', {
  method: 'GET',
  many: true,
  output: {
    method: text('方法', { required: true, max: 10 }),
    path: text('地址', { required: true, max: 300 }),
    name: text('名称', { required: true, max: 200 }),
    module: text('模块', { required: true, max: 100 }),
    permission: text('权限', { max: 200 }),
    openReason: text('公开的理由', { max: 300 }),
    roles: list('拥有的角色', text('角色', { max: 64 }), { required: true }),
    /** Menus and buttons bound to the permission. */
    buttons: list('绑定的按钮', text('按钮', { max: 200 }), { required: true }),
    /** Whether the route may be opened to applications, whether the school has opened it, and the rate limit. */
    isReadable: bool('可授给应用', { required: true }),
    isOpen: bool('对应用开放', { required: true }),
    rateClass: choice('频率', RATE_CLASS_NAMES, { required: true }),
    sensitivity: choice('含个人信息', SENSITIVITY_NAMES),
    deprecatedAt: date('废弃于'),
    clients: integer('应用', { required: true }),
    calls: integer('今日调用', { required: true }),
    errors: integer('今日错误', { required: true }),
    p95: integer('95% 用时（毫秒）'),
  },
})
/** All grantable permissions with their labels. */
export const permissionNames = action('system.role.permissions', '权限列表', {
  method: 'GET',
  permission: 'system:role:list',
  many: true,
  output: {
    key: text('权限', { required: true, max: 200 }),
    label: text('名称', { required: true, max: 200 }),
    module: text('模块', { required: true, max: 100 }),
    entity: text('对象', { max: 60 }),
  },
})
const why = shape(
  '角色',
  {
    code: text('角色编码', { required: true, max: 32 }),
    name: text('角色', { required: true, max: 64 }),
    source: text('来源', { required: true, max: 20 }),
    isNow: bool('现在有效', { required: true }),
    grants: bool('有这项权限', { required: true }),
    scope: text('数据范围', { max: 40 }),
    reachesRow: bool('范围包含这条记录'),
  },
  { required: true },
)
const seen = shape('字段', { label: text('字段', { required: true, max: 100 }), how: text('显示', { required: true, max: 20 }) }, { required: true })
/** Explains an access decision: why a user has a permission or not, on which rows, and how personal fields are masked. */
export const explainAccess = action('system.user.explain', '为什么能看到', {
  input: { userId: ref('user', '用户', { required: true }), permission: text('权限', { required: true, max: 200 }), recordId: text('记录', { max: 36, format: 'uuid' }) },
  output: {
    isAllowed: bool('有权限', { required: true }),
    isReached: bool('看得到这条记录'),
    rows: integer('看得到的条数'),
    roles: list('角色', why, { required: true }),
    granting: list('有这项权限的角色', text('角色', { max: 64 }), { required: true }),
    fields: list('个人和敏感字段', seen, { required: true }),
  },
  refusals: { unknown: '没有“{permission}”这项权限', noRow: '没有这条记录' },
})
/** Roles × permissions as a spreadsheet, for the yearly access review. */
export const roleMatrix = action('system.role.matrix', '导出权限矩阵', { output: 'file', method: 'GET' })
