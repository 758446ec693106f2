import { action, bool, choice, date, entity, integer, json, list, ref, shape, text } from '#model'
import { DATA_SCOPE_NAMES } from '#model/roles.ts'
import type { CustomScope } from '#model/scope-order.ts'

export const ROLE_SOURCES = { manual: '手工分配', derived: '带班关系', cover: '代班' } as const

export const role = entity(
  'system.role',
  '角色',
  {
    code: text('角色编码', { required: true, immutable: true, max: 32, format: 'code', search: true, sortable: true }),
    name: text('角色名称', { required: true, max: 64, search: true }),
    dataScope: choice('数据范围', DATA_SCOPE_NAMES, { required: true, initial: 'self' }),
    customScope: json<CustomScope>('指定范围'),
    builtIn: bool('内置', { readonly: true, initial: false }),
    privileged: bool('特权角色', { initial: false, help: '密码强度要求更高，密码有有效期' }),
    mfaRequired: bool('须二次验证', { initial: false }),
    delegable: bool('学院可分配', { initial: false, help: '二级学院可以分配给本部门的用户' }),
    sort: integer('排序', { min: 0, max: 9999, initial: 500, sortable: true }),
    remark: text('说明', { max: 200 }),
    userCount: integer('用户数', { computed: true }),
  },
  {
    title: 'name',
    scope: { everyone: 'names of roles' },
    cached: true,
    unique: [['code'], ['name']],
    select: 'scoped',
    selectFields: ['code', 'dataScope', 'delegable'],
    sort: ['sort'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      scopeByGrant: '数据范围在“授权”里修改，保存前会先给出影响',
      scopeTooWide: '“{scope}”超出你自己的数据范围“{own}”',
      customNeeded: '数据范围选“指定范围”时，至少要选一个部门、班级或楼栋',
      customForm: '指定范围应写明部门、班级或楼栋，不认识“{key}”',
      builtIn: '“{name}”是内置角色，不能删除；可以修改或恢复初始设置',
      inUse: '角色“{name}”还有 {count} 个用户，先取消分配再删除',
      codeTaken: '角色编码“{code}”已被“{name}”使用',
      privilege: '只有系统管理员可以设置特权角色、二次验证和“学院可分配”',
    },
  },
)

export const roleMenu = entity(
  'system.roleMenu',
  '角色菜单',
  { roleId: ref('role', '角色', { required: true }), menuId: ref('menu', '菜单', { required: true }), scopeOverride: choice('此菜单的数据范围', DATA_SCOPE_NAMES) },
  { title: 'menuId', scope: { everyone: 'what roles grant, a setting of the school' }, unique: [['roleId', 'menuId']], verbs: [] },
)

export const roleUser = entity(
  'system.roleUser',
  '角色用户',
  {
    roleId: ref('role', '角色', { required: true }),
    userId: ref('user', '用户', { required: true }),
    source: choice('来源', ROLE_SOURCES, { required: true, initial: 'manual' }),
    validFrom: date('开始日期'),
    validTo: date('结束日期'),
    coveredUserId: ref('user', '被代班人'),
    accountNo: text('账号', { computed: true, max: 32 }),
    departmentName: text('部门', { computed: true, max: 120 }),
  },
  { title: 'userId', scope: { user: 'userId', department: 'userId.departmentId' }, verbs: ['list', 'export'] },
)

const grantRefusals = {
  lacksPermission: '你没有这些权限，不能授给别人：{permissions}',
  lacksScope: '菜单“{menu}”的数据范围“{scope}”超出你自己的范围“{own}”',
  unknownMenu: '有 {count} 个菜单已不存在，请刷新后再选',
  customNeeded: '数据范围选“指定范围”时，至少要选一个部门、班级或楼栋',
  customForm: '指定范围应写明部门、班级或楼栋，不认识“{key}”',
  ownRole: '不能修改自己唯一的管理角色，以免失去系统管理权限',
  threeAdmins: '三员分立已开启，角色“{role}”不能同时含有{first}和{second}的功能',
} as const

const grantInput = {
  roleId: ref('role', '角色', { required: true }),
  menuIds: list('菜单和按钮', ref('menu', '菜单'), { required: true, max: 5000 }),
  scopes: json<Record<string, string>>('各菜单的数据范围', { untyped: 'ids of menus are the names of its values' }),
  dataScope: choice('数据范围', DATA_SCOPE_NAMES),
  customScope: json<CustomScope>('指定范围', { untyped: 'campuses, departments, classes or buildings; what is none of them is refused by name' }),
} as const

/** Saves a role's permissions: checked leaves; the server adds half-checked parents. */
export const grantRole = action('system.role.grant', '授权', {
  input: { ...grantInput, version: integer('版本', { required: true }) },
  output: { id: ref('role', '角色', { required: true }), version: integer('版本', { required: true }) },
  refusals: grantRefusals,
})

const change = shape('权限', { key: text('权限标识', { required: true, max: 120 }), label: text('名称', { required: true, max: 120 }) })
/** Preview of the effect of a grant before it is saved. */
export const previewGrant = action('system.role.grantPreview', '授权预览', {
  input: grantInput,
  permission: 'system:role:grant',
  output: {
    users: integer('受影响用户', { required: true }),
    gained: list('增加的按钮', change, { required: true }),
    lost: list('减少的按钮', change, { required: true }),
    scopeChanges: list('数据范围变化', shape('变化', { menu: text('菜单', { max: 120 }), from: text('原来', { max: 40 }), to: text('改为', { max: 40 }) }), { required: true }),
    reach: list(
      '可见数据',
      shape('可见数据', {
        entity: text('数据', { required: true, max: 40 }),
        user: text('用户', { required: true, max: 64 }),
        before: integer('现在', { required: true }),
        after: integer('之后', { required: true }),
      }),
      { required: true },
    ),
    sampled: integer('抽取的用户', { required: true }),
  },
  refusals: grantRefusals,
})
export const resetRole = action('system.role.reset', '恢复初始设置', {
  input: { roleId: ref('role', '角色', { required: true }), version: integer('版本', { required: true }) },
  permission: 'system:role:grant',
  output: { id: ref('role', '角色', { required: true }), version: integer('版本', { required: true }) },
  refusals: { ...grantRefusals, notBuiltIn: '“{name}”不是内置角色，没有初始设置' },
})
export const copyRole = action('system.role.copy', '复制角色', {
  input: {
    roleId: ref('role', '角色', { required: true }),
    code: text('新角色编码', { required: true, max: 32, format: 'code' }),
    name: text('新角色名称', { required: true, max: 64 }),
  },
  permission: 'system:role:add',
  output: { id: ref('role', '角色', { required: true }), version: integer('版本', { required: true }) },
  refusals: { ...grantRefusals, codeTaken: '角色编码“{code}”已被“{name}”使用', nameTaken: '已有名为“{name}”的角色' },
})
export const compareRoles = action('system.role.compare', '比较两个角色', {
  method: 'GET',
  input: { roleId: ref('role', '角色', { required: true }), otherId: ref('role', '对比角色', { required: true }) },
  permission: 'system:role:list',
  many: true,
  output: {
    menuId: ref('menu', '菜单', { required: true }),
    path: text('位置', { required: true, max: 400 }),
    type: text('类型', { required: true, max: 10 }),
    first: bool('第一个角色', { required: true }),
    second: bool('第二个角色', { required: true }),
    firstScope: text('第一个的数据范围', { max: 40 }),
    secondScope: text('第二个的数据范围', { max: 40 }),
  },
})

export const assignable = action('system.role.assignable', '可分配的角色', {
  method: 'GET',
  permission: 'system:user:assignRoles',
  many: true,
  output: {
    id: ref('role', '角色', { required: true }),
    value: ref('role', '角色', { required: true }),
    label: text('角色', { required: true, max: 64 }),
    code: text('角色编码', { required: true, max: 32 }),
    scopeName: text('数据范围', { required: true, max: 40 }),
  },
})

const usersInput = { roleId: ref('role', '角色', { required: true }), userIds: list('用户', ref('user', '用户'), { required: true, max: 10000 }) }
const usersRefusals = {
  lacksPermission: '角色“{role}”含有你没有的权限：{permissions}',
  lacksScope: '角色“{role}”的数据范围是“{scope}”，超出你的范围',
  notDelegable: '角色“{role}”只能由系统管理员分配',
  outside: '有 {count} 个用户不存在或不在你的数据范围内',
  derived: '角色“{role}”由带班关系自动得到，不能手工分配；临时代班请用“代班”',
  wrongRealm: '角色“{role}”不能给{realm}的账号',
} as const
/** Adds many users to the role; idempotent. */
export const addRoleUsers = action('system.role.addUsers', '添加用户', {
  input: usersInput,
  permission: 'system:user:assignRoles',
  output: { added: integer('新增', { required: true }), already: integer('已有', { required: true }) },
  refusals: usersRefusals,
})
export const removeRoleUsers = action('system.role.removeUsers', '移出用户', {
  input: usersInput,
  permission: 'system:user:assignRoles',
  output: { removed: integer('移出', { required: true }) },
  refusals: usersRefusals,
})
