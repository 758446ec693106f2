import { action, bool, choice, date, integer, list, ref, text } from '#model'
import { manageRefusals } from './user-actions.ts'

/** Holders of a role that a field of a record or an action is for, for choosing one. */
export const roleHolders = action('system.user.holders', '按角色选人', {
  method: 'GET',
  access: 'signedIn',
  input: { role: text('角色', { required: true, max: 40 }) },
  many: true,
  output: { id: text('编号', { required: true, max: 36 }), value: text('编号', { required: true, max: 36 }), label: text('姓名', { required: true, max: 64 }) },
})

export const assignRoles = action('system.user.assignRoles', '分配角色', {
  inScope: true,
  input: { id: ref('user', '用户', { required: true }), roleIds: list('角色', ref('role', '角色'), { required: true, max: 50 }), version: integer('版本', { required: true }) },
  output: { id: ref('user', '用户', { required: true }), version: integer('版本', { required: true }) },
  refusals: {
    ...manageRefusals,
    lacksPermission: '角色“{role}”含有你没有的权限：{permissions}',
    lacksScope: '角色“{role}”的数据范围是“{scope}”，超出你的范围',
    notDelegable: '角色“{role}”只能由系统管理员分配',
    derived: '角色“{role}”由带班关系自动得到，不能手工分配；临时代班请用“代班”',
    lastAdmin: '“{nickName}”是最后一个可用的系统管理员，不能停用、删除或取消角色',
    wrongRealm: '角色“{role}”不能给{realm}的账号',
  },
})
/** The roles of an account with the source of each. */
export const userRoles = action('system.user.roles', '用户的角色', {
  method: 'GET',
  input: { id: ref('user', '用户', { required: true }) },
  permission: 'system:user:list',
  many: true,
  output: {
    roleId: ref('role', '角色', { required: true }),
    code: text('角色编码', { required: true, max: 32 }),
    name: text('角色', { required: true, max: 64 }),
    source: choice('来源', { manual: '手工分配', derived: '带班关系', cover: '代班' }, { required: true }),
    validFrom: date('开始'),
    validTo: date('结束'),
    coveredName: text('代谁', { max: 64 }),
  },
})
export const grantCover = action('system.user.cover', '代班', {
  input: {
    id: ref('user', '代班人', { required: true }),
    coveredUserId: ref('user', '被代班人', { required: true }),
    role: choice('代班角色', { fdy: '辅导员', bzr: '班主任' }, { required: true }),
    validFrom: date('开始日期', { required: true }),
    validTo: date('结束日期', { required: true }),
  },
  output: { id: ref('roleUser', '代班', { required: true }) },
  refusals: {
    order: '结束日期 {validTo} 早于开始日期 {validFrom}',
    past: '结束日期 {validTo} 已经过去',
    self: '不能代自己的班',
    notStaff: '“{nickName}”没有教职工档案，不能代班',
    noClasses: '“{nickName}”现在没有以{role}身份带的班级',
    already: '“{nickName}”从 {validFrom} 至 {validTo} 已在代 {covered} 的班',
    outOfReach: '“{nickName}”带的班级 {className} 不在你的数据范围内',
  },
})
export const endCover = action('system.user.endCover', '结束代班', {
  output: 'none',
  input: { id: ref('roleUser', '代班', { required: true }) },
  permission: 'system:user:cover',
  refusals: { notCover: '这不是代班，不能在这里结束' },
})
export const covers = action('system.user.covers', '代班列表', {
  method: 'GET',
  permission: 'system:user:cover',
  many: true,
  output: {
    id: ref('roleUser', '代班', { required: true }),
    userId: ref('user', '代班人', { required: true }),
    userName: text('代班人', { required: true, max: 64 }),
    coveredUserId: ref('user', '被代班人', { required: true }),
    coveredName: text('被代班人', { required: true, max: 64 }),
    roleCode: text('角色编码', { required: true, max: 32 }),
    validFrom: date('开始'),
    validTo: date('结束'),
    classes: list('班级', text('班级', { max: 60 }), { required: true }),
    isCurrent: bool('正在代班', { required: true }),
  },
})
