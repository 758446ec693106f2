import { choice, datetime, entity, integer, json, list, ref, text } from '#model'

export const REALMS = { admin: '管理域', welcome: '迎新域', exam: '考试域' } as const
/** Sign-ins and failed attempts. */
export const loginLog = entity(
  'audit.loginLog',
  '登录日志',
  {
    account: text('登录名', { required: true, max: 64, search: true }),
    userId: ref('user', '用户'),
    realm: choice('登录域', REALMS, { required: true }),
    way: text('方式', { required: true, max: 30 }),
    result: choice('结果', { success: '成功', failure: '失败', refused: '拒绝' }, { required: true }),
    reason: text('原因', { max: 60 }),
    terminal: choice('终端', { pc: '电脑', mobile: '手机', wecom: '企业微信' }),
    ip: text('地址', { max: 64, search: true }),
    device: text('设备', { max: 200 }),
    at: datetime('时间', { required: true, sortable: true }),
  },
  { title: 'account', scope: { user: 'userId' }, sort: ['-at'], countsUpTo: 10_000, verbs: ['list', 'export'] },
)
/** Changes of rows with user and source. */
export const operationLog = entity(
  'audit.operationLog',
  '操作日志',
  {
    userId: ref('user', '操作人'),
    onBehalfOf: ref('user', '代谁操作'),
    module: text('模块', { required: true, max: 40 }),
    action: text('动作', { required: true, max: 60 }),
    bizType: text('对象类型', { required: true, max: 60 }),
    bizId: text('对象编号', { max: 36, format: 'uuid' }),
    source: text('来源', { max: 60 }),
    ip: text('地址', { max: 64 }),
    traceId: text('编号', { max: 40, search: true }),
    ms: integer('用时（毫秒）'),
    at: datetime('时间', { required: true, sortable: true }),
    diff: json<Record<string, { from: unknown; to: unknown }>>('差异', { secret: 'internal' }),
    actionName: text('操作内容', { computed: true, max: 200 }),
    changes: list('修改', json<{ field: string; label: string; from: unknown; to: unknown }>('修改'), { computed: true }),
  },
  { title: 'action', scope: { user: 'userId' }, sort: ['-at'], countsUpTo: 10_000, verbs: ['list', 'export'] },
)
/** Sensitive reads, exports, changes of permissions and parameters, refused access. Protected by a hash chain of seals. */
export const auditLog = entity(
  'audit.auditLog',
  '审计',
  {
    seq: integer('序号', { readonly: true }),
    userId: ref('user', '操作人'),
    action: text('动作', { required: true, max: 60 }),
    bizType: text('对象类型', { max: 60 }),
    bizId: text('对象编号', { max: 36, format: 'uuid' }),
    ip: text('地址', { max: 64 }),
    traceId: text('编号', { max: 40, search: true }),
    at: datetime('时间', { required: true, sortable: true }),
    detail: json<Record<string, unknown>>('详情'),
    actionName: text('操作内容', { computed: true, max: 200 }),
    subjectName: text('对象', { computed: true, max: 200 }),
  },
  { title: 'action', scope: { user: 'userId' }, sort: ['-at'], countsUpTo: 10_000, verbs: ['list', 'export'] },
)
/** Program errors, deduplicated by place and release. */
export const errorLog = entity(
  'audit.errorLog',
  '错误日志',
  {
    message: text('错误', { required: true, readonly: true, max: 1000, search: true }),
    source: choice('来自', { server: '服务器', browser: '浏览器' }, { required: true, readonly: true }),
    path: text('位置', { readonly: true, max: 300, search: true }),
    release: text('版本', { required: true, readonly: true, max: 64 }),
    count: integer('次数', { required: true, readonly: true, sortable: true }),
    firstAt: datetime('首次', { required: true, readonly: true }),
    lastAt: datetime('最近', { required: true, readonly: true, sortable: true }),
    userId: ref('user', '最近遇到的人', { readonly: true }),
    state: choice('状态', { new: '新', known: '已知', fixed: '已修复' }, { required: true, initial: 'new' }),
    assigneeId: ref('user', '负责人'),
    fingerprint: text('指纹', { required: true, readonly: true, max: 64 }),
    stack: text('调用栈', { readonly: true, max: 8000, multiline: true }),
    traceIds: list('编号', text('编号', { max: 40 }), { required: true, readonly: true, search: true }),
  },
  // errors contain no personal data: visible to all platform administrators
  {
    title: 'message',
    scope: { everyone: 'faults of the program, kept without personal data, for whoever operates the platform' },
    sort: ['-lastAt'],
    verbs: ['list', 'update', 'export'],
  },
)
/** Results of audit chain verifications. */
export const auditCheck = entity(
  'audit.auditCheck',
  '审计校验',
  {
    at: datetime('时间', { required: true, sortable: true }),
    rows: integer('校验条数', { required: true }),
    state: choice('结果', { ok: '完整', broken: '被改动' }, { required: true }),
    fault: choice('问题', { altered: '内容被改', removed: '记录被删', inserted: '记录被插入', resealed: '封印断号' }),
    auditId: ref('auditLog', '问题记录'),
    no: integer('封印号'),
  },
  // a verification covers the whole chain: no data scope
  { title: 'state', scope: { everyone: 'a verification covers the whole audit chain, not the rows of a person' }, sort: ['-at'], verbs: ['list'] },
)
