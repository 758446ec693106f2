import { choice, date, datetime, dict, dictionary, entity, integer, json, list, ref, states, text } from '#model'

/** Grace and limited are derived from licence and date, never stored. */
const STORED = {
  registering: { label: '注册中', tone: 'going' },
  provisioning: { label: '开通中', tone: 'going' },
  active: { label: '正常', tone: 'done' },
  frozen: { label: '已冻结', tone: 'attention' },
  closed: { label: '已关闭', tone: 'over' },
} as const
export const STORED_STATES = states(STORED).labels
export const schoolStates = states({ ...STORED, grace: { label: '宽限期', tone: 'attention' }, limited: { label: '已到期', tone: 'refused' } })
export const SCHOOL_STATES = schoolStates.labels
export const STEP_STATES = { todo: '未开始', running: '进行中', done: '已完成', failed: '失败' } as const

export const schoolType = dictionary('schoolType', '学校类型', [
  ['undergraduate', '本科院校'],
  ['vocational', '高职高专'],
  ['secondary', '中等职业学校'],
  ['technician', '技师学院'],
  ['other', '其他'],
])

/** A school. Its row uses its own id as tenant id, so that row-level isolation gives each school its own row only. */
export const tenant = entity(
  'tenancy.tenant',
  '学校',
  {
    code: text('学校编号', { required: true, readonly: true, max: 12 }),
    schoolName: text('学校名称', { required: true, max: 100 }),
    schoolCode: text('学校标识码', { max: 10, format: 'digits', help: '教育部的 10 位代码' }),
    schoolType: dict('学校类型', schoolType),
    shortName: text('简称', { max: 20 }),
    logo: text('标志', { max: 200 }),
    domain: text('域名', { max: 100 }),
    languages: list('语言', text('语言', { max: 10 }), { max: 3 }),
    contact: text('联系人', { max: 40 }),
    contactMobile: text('联系人手机', { max: 11, format: 'mobile', sensitivity: 'S1', mask: 'phone' }),
    state: choice('状态', STORED_STATES, { required: true, readonly: true }),
    licenceId: ref('licence', '软件授权', { readonly: true }),
    timezone: text('时区', { required: true, readonly: true, max: 40 }),
    reason: text('原因', { readonly: true, max: 200 }),
    closedAt: datetime('关闭时间', { readonly: true }),
    erasedAt: datetime('清除时间', { readonly: true }),
    provisionId: text('开通编号', { secret: true, readonly: true, max: 36 }),
    packageHash: text('数据包链接', { secret: true, readonly: true }),
    packageFile: text('数据包文件', { secret: true, readonly: true, max: 36 }),
    provisionedBy: text('更新到的程序', { secret: 'internal', readonly: true, max: 22 }),
  },
  { title: 'schoolName', scope: { everyone: 'the own row of the school, answered by actions only; the phone in it is masked' }, verbs: [] },
)
/** A redeemed registration code as signed by the vendor. */
export const licence = entity(
  'tenancy.licence',
  '软件授权',
  {
    schoolName: text('学校名称', { required: true, readonly: true, max: 100 }),
    edition: text('版本', { required: true, readonly: true, max: 40 }),
    modules: list('模块', text('模块', { max: 40 }), { required: true, readonly: true }),
    maxStudents: integer('学生人数上限', { required: true, readonly: true, min: 1 }),
    issuedAt: date('签发日期', { required: true, readonly: true }),
    expireDate: date('到期日期', { required: true, readonly: true, sortable: true }),
    graceDays: integer('宽限天数', { required: true, readonly: true, min: 0, max: 365 }),
    machineCode: text('机器码', { required: true, readonly: true, max: 40 }),
    payload: text('签名内容', { required: true, secret: true, readonly: true, max: 5000 }),
    signature: text('签名', { required: true, secret: true, readonly: true, max: 200 }),
  },
  { title: 'edition', scope: { everyone: 'the licence of the school, no person' }, select: 'scoped', sort: ['-createdAt'], verbs: ['list'] },
)
/** A provisioning step of a school. */
export const provisionStep = entity(
  'tenancy.provisionStep',
  '开通步骤',
  {
    step: text('步骤', { required: true, readonly: true, max: 60 }),
    state: choice('状态', STEP_STATES, { required: true, readonly: true }),
    /** Input of a step, such as the first administrator's name; cleared once done. */
    detail: json<Record<string, unknown>>('内容', { secret: 'internal', readonly: true }),
    doneAt: datetime('完成时间', { readonly: true }),
  },
  { title: 'step', scope: { everyone: 'progress of opening the school, no person' }, unique: [['step']], verbs: [] },
)
