import { bool, choice, date, datetime, entity, integer, ref, text } from '#model'

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
    /** Hash of a further name to sign in with: the identity number of a new student. */
    signInHash: text('登录散列', { max: 60, readonly: true, secret: 'internal' }),
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
