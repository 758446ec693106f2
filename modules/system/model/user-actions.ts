import { action, bool, choice, datetime, integer, list, ref, shape, text } from '#model'
import { USER_TYPES } from './user.ts'

const ids = list('用户', ref('user', '用户'), { required: true, max: 5000 })
export const manageRefusals = { tooMuch: '“{nickName}”拥有你没有的权限，你不能管理这个账号' }

export const disableUser = action('system.user.disable', '停用', {
  input: { ids, reason: text('原因', { required: true, max: 200 }), receiverId: ref('user', '接手人') },
  output: { done: integer('已停用', { required: true }), sessionsEnded: bool('会话已结束', { required: true }) },
  refusals: {
    ...manageRefusals,
    lastAdmin: '“{nickName}”是最后一个可用的系统管理员，不能停用、删除或取消角色',
    self: '不能停用自己的账号',
    receiver: '“{name}”不能接手：要选一个启用的教职工账号，并且不在停用之列',
  },
})
export const enableUser = action('system.user.enable', '启用', {
  input: { ids },
  output: { done: integer('已启用', { required: true }) },
  refusals: { ...manageRefusals, application: '“{nickName}”是开放应用在日志中的账号，没有人用它登录，不能启用' },
})
export const unlockUser = action('system.user.unlock', '解锁', { input: { ids }, output: { done: integer('已解锁', { required: true }) }, refusals: manageRefusals })

/** Returns the new password once; only its hash is stored. */
export const resetPassword = action('system.user.resetPassword', '重置密码', {
  inScope: true,
  input: { id: ref('user', '用户', { required: true }) },
  output: { password: text('新密码', { required: true, max: 64 }), userName: text('用户名', { required: true, max: 64 }) },
  refusals: { ...manageRefusals, disabled: '“{nickName}”的账号已停用，请先启用' },
})
/** Password reset by a counsellor, limited to the own students; a separate permission. */
export const resetOwn = action('system.user.resetOwn', '重置所带学生的密码', {
  inScope: true,
  input: { id: ref('user', '用户', { required: true }) },
  output: { password: text('新密码', { required: true, max: 64 }), userName: text('用户名', { required: true, max: 64 }) },
  refusals: { ...manageRefusals, disabled: '“{nickName}”的账号已停用，请先启用', notStudent: '只能重置学生的密码' },
})

/** Background job that sets an initial password for accounts without one. */
export const issuePasswords = action('system.user.issuePasswords', '发放初始密码', {
  input: { departmentId: ref('department', '部门'), userType: choice('用户类型', USER_TYPES) },
  output: { jobId: text('任务', { required: true, format: 'uuid' }), total: integer('人数', { required: true }) },
  refusals: {
    none: '这个范围内没有还未设密码的账号',
    running: '正在发放初始密码，已完成 {done}/{total}',
    random: '初始密码的规则是“随机”，只能逐个重置后告知本人；要批量发放，请先把系统参数“初始密码”改为“身份证件号后 6 位”',
  },
})
export const issueProgress = action('system.user.issueProgress', '初始密码进度', {
  method: 'GET',
  input: { jobId: text('任务', { required: true, format: 'uuid' }) },
  permission: 'system:user:issuePasswords',
  output: {
    state: choice('状态', { running: '进行中', done: '已完成', failed: '失败' }, { required: true }),
    done: integer('已完成', { required: true }),
    total: integer('总数', { required: true }),
    skipped: integer('无法发放', { required: true }),
    message: text('说明', { max: 500 }),
  },
})
/** Creates missing accounts of students and teachers; also runs nightly. */
export const syncUsers = action('system.user.sync', '同步账号', {
  output: { created: integer('新建', { required: true }), updated: integer('更新', { required: true }), disabled: integer('停用', { required: true }) },
})

export const userSessions = action('system.user.sessions', '登录会话', {
  method: 'GET',
  input: { id: ref('user', '用户', { required: true }) },
  many: true,
  output: {
    id: text('会话', { required: true, max: 64 }),
    terminal: text('终端', { required: true, max: 16 }),
    device: text('设备', { max: 200 }),
    ip: text('地址', { max: 64 }),
    createdAt: datetime('登录时间', { required: true }),
    lastActiveAt: datetime('最近活动', { required: true }),
    isCurrent: bool('本次会话', { required: true }),
  },
})
export const kickSessions = action('system.user.kick', '结束会话', {
  inScope: true,
  input: { id: ref('user', '用户', { required: true }), sessionIds: list('会话', text('会话', { max: 64 }), { max: 200 }) },
  output: { ended: integer('已结束', { required: true }) },
  refusals: manageRefusals,
})
const held = shape(
  '角色',
  {
    code: text('角色编码', { required: true, max: 32 }),
    name: text('角色', { required: true, max: 64 }),
    privileged: bool('特权', { required: true }),
    users: integer('持有人数', { required: true }),
  },
  { required: true },
)
const privilegedUser = shape(
  '用户',
  {
    id: ref('user', '用户', { required: true }),
    name: text('姓名', { required: true, max: 64 }),
    accountNo: text('账号', { required: true, max: 32 }),
    roles: text('角色', { required: true, max: 500 }),
    lastLoginTime: datetime('最近登录'),
  },
  { required: true },
)
/** Accounts that nobody has used for so many days. */
export const UNUSED_DAYS = 180
/** 10 §6: for the annual review of accounts. */
export const userStatistics = action('system.user.statistics', '账号统计', {
  method: 'GET',
  output: {
    enabled: integer('启用的账号', { required: true }),
    unused: integer('长期未用', { required: true }),
    never: integer('从未登录', { required: true }),
    /** Last sign-in of unused accounts is before it. */
    unusedBefore: datetime('未用起点', { required: true }),
    roles: list('各角色人数', held, { required: true }),
    privileged: list('特权用户', privilegedUser, { required: true }),
  },
})
/** Open work to be handed over before an account is disabled. */
export const handover = action('system.user.handover', '交接情况', {
  method: 'GET',
  input: { id: ref('user', '用户', { required: true }) },
  permission: 'system:user:disable',
  output: {
    todos: integer('未办待办', { required: true }),
    sessions: integer('登录会话', { required: true }),
    classes: list(
      '在带班级',
      shape('班级', { id: ref('stuClass', '班级', { required: true }), name: text('班级', { required: true, max: 60 }), role: text('身份', { required: true, max: 10 }) }),
      {
        required: true,
      },
    ),
  },
})
