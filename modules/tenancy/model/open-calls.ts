import { action, bool, choice, date, dict, integer, list, shape, text } from '#model'
import { SCHOOL_STATES, STEP_STATES, STORED_STATES, schoolType } from './school.ts'

const service = 'auth'
/** Progress is polled every second or two and has a limit of its own. */
const limit = { perMinute: 10, group: 'registration' } as const
const progressLimit = 120
const realm = 'platform'
const name = text('学校名称', { required: true, max: 100 })

/** Whether a school is registered. Once it is active, anonymous callers get its name and yes or no, nothing else. */
export const getStatus = action('tenancy.openApi.getStatus', '注册状态', {
  access: { open: 'the registration page asks before anybody can be signed in' },
  limit,
  service,
  realm,
  input: { tenantId: text('学校', { max: 12 }) },
  output: {
    registered: bool('已注册', { required: true }),
    schoolName: text('学校名称', { max: 100 }),
    edition: text('版本', { max: 40 }),
    modules: list('模块', text('模块', { max: 40 })),
    maxStudents: integer('学生人数上限'),
    expireDate: date('到期日期'),
    daysLeft: integer('剩余天数'),
    state: choice('状态', SCHOOL_STATES),
  },
})
/** Machine code a school sends to its vendor to get a registration code. */
export const getCode = action('tenancy.openApi.getCode', '获取机器码', {
  access: { open: 'a school that registers has no account yet' },
  limit,
  service,
  realm,
  input: { schoolName: name, contact: text('联系人', { required: true, max: 40 }), contactMobile: text('联系人手机', { required: true, max: 11, format: 'mobile' }) },
  output: { machineCode: text('机器码', { required: true, max: 40 }), requestText: text('申请内容', { required: true, max: 1000, multiline: true }) },
})
export const firstAdmin = {
  userName: text('用户名', { required: true, min: 2, max: 32, help: '登录用，字母、数字、点、短横线和下划线' }),
  nickName: text('姓名', { required: true, max: 40 }),
  mobile: text('手机', { max: 11, format: 'mobile' }),
} as const
export const schoolData = {
  schoolCode: text('学校标识码', { max: 10, min: 10, format: 'digits', help: '教育部的 10 位代码，可以以后再填' }),
  schoolType: dict('学校类型', schoolType),
  shortName: text('简称', { max: 20 }),
  contact: text('联系人', { max: 40 }),
  contactMobile: text('联系人手机', { max: 11, format: 'mobile' }),
} as const
/** Redeems a registration code for an existing school, or opens a new one. */
export const registerSoft = action('tenancy.openApi.registerSoft', '注册', {
  access: { open: 'the code, signed by the vendor for this very installation, is the authority' },
  limit,
  service,
  realm,
  input: {
    machineCode: text('机器码', { required: true, max: 40 }),
    regCode: text('注册码', { required: true, max: 5000, multiline: true }),
    schoolName: name,
    tenantId: text('学校编号', { max: 12 }),
    admin: shape('首个管理员', firstAdmin, { required: true }),
    school: shape('学校信息', schoolData),
  },
  output: {
    tenantId: text('学校编号', { required: true, max: 12 }),
    provisionId: text('开通编号', { required: true, max: 36 }),
    activationLink: text('激活链接', { max: 200 }),
  },
})
export const progress = {
  tenantId: text('学校编号', { required: true, max: 12 }),
  schoolName: text('学校名称', { required: true, max: 100 }),
  state: choice('状态', STORED_STATES, { required: true }),
  done: integer('已完成', { required: true }),
  total: integer('全部', { required: true }),
  steps: list(
    '步骤',
    shape('步骤', { step: text('步骤', { required: true, max: 60 }), title: text('名称', { required: true, max: 60 }), state: choice('状态', STEP_STATES, { required: true }) }),
    { required: true },
  ),
} as const
/** Progress of an opening; its id is known only to the caller who started it. */
export const provisionProgress = action('tenancy.openApi.provision', '开通进度', {
  method: 'GET',
  access: { open: 'whoever opens a school has no account in it yet; the number cannot be guessed' },
  limit: progressLimit,
  service,
  realm,
  input: { provisionId: text('开通编号', { required: true, max: 36 }) },
  output: progress,
})
/** Data export of a closed school. */
export const schoolPackage = action('tenancy.openApi.schoolPackage', '下载学校数据包', {
  output: 'file',
  method: 'GET',
  access: { open: 'nobody of a closed school can sign in; the link is the credential' },
  limit,
  service,
  realm,
  input: { token: text('链接', { required: true, max: 60 }) },
})
