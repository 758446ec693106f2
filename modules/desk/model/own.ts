import { action, bool, choice, datetime, integer, list, paged, pageInput, ref, revealed, text } from '#model'
import { IMPORT_STATES } from '#model/import-states.ts'
import { BADGES, TERMINALS } from '#modules/system/model/menu.ts'
import { user } from '#modules/system/model/user.ts'

/** Profile data of the account itself. */
export const ownData = action('desk.own.get', '我的资料', {
  method: 'GET',
  access: 'signedIn',
  output: {
    nickName: text('姓名', { required: true, max: 64 }),
    userName: text('用户名', { required: true, max: 64 }),
    accountNo: text('账号', { required: true, max: 32 }),
    departmentName: text('部门', { max: 100 }),
    className: text('班级', { max: 60 }),
    mobile: user.fields.mobile,
    mobileVerified: bool('手机号已验证', { required: true }),
    email: revealed(user.fields.email, "the reader's own"),
    avatarId: text('照片', { max: 36 }),
    lastLoginTime: datetime('最近登录'),
    /** Names come from the student or teacher record; accounts without one edit it here. */
    mayRename: bool('可改姓名', { required: true }),
    /** The school requires approval for changes of contact data (P8). */
    byApproval: bool('须审批', { required: true }),
    version: integer('版本', { required: true }),
  },
})
export const saveOwn = action('desk.own.save', '保存资料', {
  access: 'signedIn',
  input: {
    nickName: text('姓名', { max: 64 }),
    email: text('邮箱', { max: 100, format: 'email' }),
    avatarId: text('照片', { max: 36 }),
    version: integer('版本', { required: true }),
  },
  output: { version: integer('版本', { required: true }) },
  refusals: {
    nameFixed: '姓名来自学籍或人事档案，请联系学院或人事处更正',
    approval: '学校规定联系方式变更须经审批，学生请联系辅导员、教职工请联系学工处修改',
    stale: '资料刚刚被改过，请刷新后再试',
    avatar: '照片要用 jpg 或 png，并由你自己上传',
  },
})
export const ownActions = [ownData, saveOwn]

const file = {
  id: text('编号', { required: true, max: 36 }),
  fileId: text('文件', { max: 36 }),
  name: text('名称', { required: true, max: 300 }),
  size: integer('大小'),
  /** Label of the row it belongs to. */
  about: text('所属', { max: 100 }),
  state: text('状态', { max: 20 }),
  createdAt: datetime('时间', { required: true }),
  expiresAt: datetime('保留至'),
} as const
/** Documents issued to the caller: prints. */
export const myDocuments = action('desk.myFile.documents', '发给我的文件', { method: 'GET', access: 'signedIn', many: true, output: file })
export const myUploads = action('desk.myFile.uploads', '我的上传', {
  method: 'GET',
  access: 'signedIn',
  input: { keyword: text('关键字', { max: 60 }), archived: bool('两年以前') },
  many: true,
  output: file,
})
export const myExports = action('desk.myFile.exports', '我的导出', { method: 'GET', access: 'signedIn', many: true, output: file })
/** Imports of the caller, running and past. */
export const myImports = action('desk.myFile.imports', '我的导入', {
  method: 'GET',
  access: 'signedIn',
  input: { ...pageInput },
  output: paged('导入', {
    id: text('编号', { required: true, max: 36 }),
    name: text('名称', { required: true, max: 300 }),
    /** Label of what was imported. */
    about: text('所属', { max: 100 }),
    state: choice('状态', IMPORT_STATES, { required: true }),
    total: integer('总行数', { required: true }),
    added: integer('新增的行', { required: true }),
    changed: integer('修改的行', { required: true }),
    bad: integer('有错误', { required: true }),
    createdAt: datetime('时间', { required: true }),
    endedAt: datetime('结束时间'),
  }),
})
export const fileActions = [myDocuments, myUploads, myExports, myImports]

export const sortApps = action('desk.userApp.sort', '应用排序', {
  output: 'none',
  access: 'signedIn',
  input: { ids: list('应用', ref('appName', '应用'), { required: true, max: 200 }) },
})
const service = {
  id: ref('appName', '服务', { required: true }),
  name: text('名称', { required: true, max: 80 }),
  /** Whole pinyin and initials of the name, for the search. */
  sound: text('拼音', { required: true, max: 400 }),
  icon: text('图标', { required: true, max: 60 }),
  category: text('分类', { required: true, max: 64 }),
  categoryName: text('分类名称', { required: true, max: 100 }),
  url: text('地址', { required: true, max: 500 }),
  openType: integer('打开方式', { required: true }),
  isCollected: bool('已收藏', { required: true }),
  badge: choice('角标数字', BADGES),
  isRecommended: bool('推荐', { required: true }),
  isOpen: bool('开放中', { required: true }),
  /** Why it is closed: not yet open, or over. */
  closedReason: text('未开放原因', { max: 100 }),
  beginAt: datetime('开放时间'),
  endAt: datetime('截止时间'),
  /** Audience by role; empty means everybody. */
  audience: list('开放对象', text('开放对象', { max: 60 }), { required: true }),
  /** Required documents and procedure, sanitised rich text. */
  guide: text('办事指南', { max: 20000 }),
  /** Working minutes until an application is decided, on average of late. */
  usualMinutes: integer('平均办理时长'),
} as const
/** Services offered to the caller, including closed ones with the reason. */
export const services = action('desk.service.list', '办事大厅', {
  method: 'GET',
  access: 'signedIn',
  input: { terminal: choice('终端', TERMINALS) },
  many: true,
  output: service,
})
export const appActions = [sortApps, services]

const application = {
  bizType: text('类型', { required: true, max: 64 }),
  bizTypeName: text('类型名称', { required: true, max: 100 }),
  bizId: text('业务编号', { required: true, max: 64 }),
  title: text('标题', { required: true, max: 200 }),
  state: text('状态', { required: true, max: 20 }),
  appliedAt: datetime('申请时间', { required: true }),
  node: text('环节', { max: 60 }),
  waitsFor: text('等待', { max: 60 }),
  waitsSince: datetime('等待自'),
  nextStep: text('下一步', { max: 200 }),
  link: text('地址', { required: true, max: 500 }),
  mobileLink: text('手机地址', { max: 500 }),
  instanceId: text('审批', { max: 36 }),
  /** What the applicant may do now, besides opening it. */
  can: list('可以做的', choice('可以做的', { urge: '催办', withdraw: '撤回' }), { required: true }),
  copyLink: text('再次申请的地址', { max: 500 }),
} as const
export const myApplications = action('desk.application.mine', '我的申请', {
  method: 'GET',
  access: 'signedIn',
  input: { isOpen: bool('未办结'), bizType: text('类型', { max: 64 }), ...pageInput },
  output: paged('申请', application),
})
/** Kinds of applications in this installation. */
export const applicationKinds = action('desk.application.kinds', '申请类型', {
  method: 'GET',
  access: 'signedIn',
  many: true,
  output: { bizType: text('类型', { required: true, max: 64 }), name: text('名称', { required: true, max: 100 }) },
})
export const applicationActions = [myApplications, applicationKinds]
