import { action, bool, choice, date, datetime, entity, integer, list, ref, shape, text } from '#model'

export const REALMS = { admin: '管理域', welcome: '迎新域', exam: '考试域' } as const
export const USER_TYPES = { 1: '教职工', 2: '学生', 3: '校外人员', 9: '系统账号' } as const
export const USER_STATUS = { enabled: '启用', locked: '锁定', disabled: '停用', expired: '过期' } as const

export const user = entity(
  'system.user',
  '用户',
  {
    userName: text('用户名', { required: true, max: 64, search: true, sortable: true }),
    accountNo: text('账号', { required: true, immutable: true, max: 32, search: true, sortable: true, help: '学号或工号，建立后不能修改' }),
    nickName: text('姓名', { required: true, max: 64, search: true }),
    realm: choice('登录域', REALMS, { required: true, immutable: true, initial: 'admin' }),
    userType: integer('用户类型', { min: 1, max: 9, help: '1 教职工，2 学生，3 校外人员，9 系统账号；管理域必填' }),
    departmentId: ref('department', '部门'),
    mobile: text('手机号', { max: 20, format: 'mobile', sensitivity: 'S1', mask: 'phone', help: '用于登录和接收验证码' }),
    mobileVerified: bool('手机号已验证', { readonly: true, initial: false }),
    email: text('邮箱', { max: 100, format: 'email', sensitivity: 'S1', mask: 'email' }),
    status: choice('状态', USER_STATUS, { required: true, readonly: true, initial: 'enabled' }),
    validUntil: date('有效期至', { help: '过后不能登录；空着表示长期有效' }),
    lockedUntil: datetime('锁定至', { readonly: true }),
    lastLoginTime: datetime('最近登录', { readonly: true, sortable: true }),
    lastLoginIp: text('最近登录地址', { max: 64, readonly: true }),
    mustChangePassword: bool('须修改密码', { readonly: true, initial: true }),
    passWordLevel: integer('密码强度', { readonly: true }),
    /** The natural person behind the account; a join column for other modules, never shown. */
    personId: ref('person', '自然人', { readonly: true, secret: 'internal' }),
    studentId: ref('student', '学生档案', { readonly: true }),
    teacherId: ref('teacher', '教职工档案', { readonly: true }),
    /** Public file id of the photo. */
    avatar: text('照片', { max: 36, format: 'uuid', readonly: true, secret: 'internal' }),
    /** Day the teacher left; the roles are removed after a grace period. */
    leftOn: date('离开日期', { readonly: true, secret: 'internal' }),
    passwordHash: text('密码', { max: 400, readonly: true, secret: true }),
    passwordChangedAt: datetime('密码修改时间', { readonly: true, secret: 'internal' }),
    roleNames: text('角色', { computed: true, max: 1000 }),
    hasPassword: bool('已有密码', { computed: true }),
  },
  {
    title: 'nickName',
    table: 'sys_user',
    wire: 'sysUser',
    scope: { user: 'id', department: 'departmentId', class: 'studentId.counselledClassId', course: 'studentId.counselledClassId', student: 'studentId', teacher: 'teacherId' },
    limit: 'new',
    unique: [
      ['realm', 'userName'],
      ['realm', 'accountNo'],
    ],
    importKey: ['realm', 'accountNo'],
    selectFields: ['accountNo', 'departmentId'],
    sort: ['accountNo'],
    refusals: {
      userTypeNeeded: '管理域的用户要选用户类型',
      userTypeAbsent: '{realm}的账号没有用户类型，请空着',
      userTypeUnknown: '用户类型没有 {userType}，可用 1 教职工、2 学生、3 校外人员、9 系统账号',
      nameTaken: '用户名“{userName}”已被账号 {accountNo} 使用',
      userNameEmpty: '用户名去掉空格后是空的',
      lookAlike: '“{name}”含有容易与其他文字混淆的字母，请用汉字、英文字母、数字和常用符号',
      lastAdmin: '“{nickName}”是最后一个可用的系统管理员，不能停用、删除或取消角色',
      self: '不能停用或删除自己的账号',
      fromBaseData: '“{nickName}”的账号来自{source}档案，请停用，不要删除',
      usedAccount: '“{nickName}”登录过，删除会丢失操作记录的姓名，请停用',
      tooMuch: '“{nickName}”拥有你没有的权限，你不能管理这个账号',
      threeAdmins: '三员分立已开启，“{nickName}”不能同时担任{held}和{wanted}',
    },
  },
)

/** Holders of a role that a field of a record or an action is for, for choosing one. */
export const roleHolders = action('system.user.holders', '按角色选人', {
  method: 'GET',
  access: 'signedIn',
  input: { role: text('角色', { required: true, max: 40 }) },
  many: true,
  output: { id: text('编号', { required: true, max: 36 }), value: text('编号', { required: true, max: 36 }), label: text('姓名', { required: true, max: 64 }) },
})

const ids = list('用户', ref('user', '用户'), { required: true, max: 5000 })
const manageRefusals = { tooMuch: '“{nickName}”拥有你没有的权限，你不能管理这个账号' }

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
/** Open work to be handed over before an account is disabled. */
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
