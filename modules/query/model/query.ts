import { action, bool, datetime, entity, integer, json, list, messageEvent, ref, shape, text, type Values } from '#model'
import type { Spec } from './spec.ts'

export const savedQuery = entity(
  'query.savedQuery',
  '查询',
  {
    name: text('名称', { required: true, max: 60, search: true, sortable: true }),
    subject: text('查询对象', { required: true, immutable: true, max: 60 }),
    spec: json<Spec>('内容', { required: true }),
    note: text('说明', { max: 300 }),
    ownerId: ref('user', '所有人', { readonly: true, required: true }),
    sharedRoles: list('共享给角色', text('角色', { max: 40 }), { initial: null }),
    isTile: bool('显示在桌面', { required: true, initial: false }),
    cron: text('定时发送', { max: 60, help: '五段：分 时 日 月 星期，按北京时间；空着不发送' }),
    recipients: list('发给', text('用户', { max: 36, format: 'uuid' }), { initial: null }),
    nextAt: datetime('下次发送', { readonly: true }),
    subjectName: text('查询对象', { computed: true, max: 60 }),
    isOutdated: bool('有失效的字段', { computed: true }),
  },
  {
    title: 'name',
    scope: { user: 'ownerId' },
    unique: [['ownerId', 'name']],
    sort: ['-updatedAt'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      subject: '不能查询“{subject}”，或没有查看它的权限',
      cron: '“{cron}”不是有效的时间，应为五段：分 时 日 月 星期，最短每分钟一次',
      recipient: '定时发送要选收件人，最多 {max} 人',
      shape: '查询内容的“{part}”写法不对',
      depth: '条件最多嵌套 {max} 层',
      tooMany: '{what}最多 {max} 个',
      path: '没有“{path}”这个字段，它可能已在更新中取消',
      noColumns: '请至少选择一列',
      sensitive: '“{label}”是敏感或个人信息，没有查看它的权限',
      reason: '查询涉及敏感或个人信息的内容，请填写理由',
      exactOnly: '“{label}”是个人信息，只能按完整的值查找，不能分组、排序或统计',
      operator: '“{label}”不能用“{operator}”',
      value: '条件“{label}”的值不对：{value}',
      aggregate: '“{label}”不能计算{aggregate}',
      period: '学校还没有设置{period}',
      tooSlow: '查询超过 {seconds} 秒，请增加条件或减少列，或改为导出',
      audience: '条件“{labels}”是敏感信息，不能用来选人',
      related: '没有“{related}”这种关联，或没有查看它的权限',
    },
  },
)
export const queryRun = entity(
  'query.queryRun',
  '查询记录',
  {
    queryId: ref('savedQuery', '查询'),
    userId: ref('user', '查询人', { required: true }),
    subject: text('查询对象', { required: true, max: 60 }),
    spec: json<Spec>('内容', { required: true }),
    rows: integer('行数', { required: true }),
    ms: integer('用时（毫秒）', { required: true }),
    reason: text('理由', { max: 300 }),
    kind: text('方式', { required: true, max: 20 }),
    at: datetime('时间', { required: true, sortable: true }),
  },
  { title: 'subject', scope: { user: 'userId' }, sort: ['-at'], verbs: ['list', 'export'] },
)
const field = shape(
  '字段',
  {
    path: text('路径', { required: true, max: 200 }),
    label: text('名称', { required: true, max: 200 }),
    kind: text('类型', { required: true, max: 20 }),
    group: text('分组', { required: true, max: 60 }),
    dictionary: text('字典', { max: 60 }),
    choices: json<Record<string, string>>('选项', { untyped: 'codes are the names of its values' }),
    to: text('指向', { max: 60 }),
    sensitivity: text('敏感级别', { max: 2 }),
  },
  { required: true },
)
const related = shape(
  '关联',
  { related: text('关联', { required: true, max: 120 }), label: text('名称', { required: true, max: 200 }), fields: list('字段', field, { required: true }) },
  { required: true },
)
const subjectShape = {
  code: text('代码', { required: true, max: 60 }),
  name: text('名称', { required: true, max: 60 }),
  fields: list('字段', field, { required: true }),
  related: list('关联', related, { required: true }),
}
/** Subjects available to the caller, by their list permissions. */
export const subjects = action('query.savedQuery.subjects', '查询对象', { method: 'GET', permission: 'query:savedQuery:run', many: true, output: subjectShape })
/** Own queries and those shared with one's roles. */
export const myQueries = action('query.savedQuery.mine', '我的查询', {
  method: 'GET',
  permission: 'query:savedQuery:run',
  many: true,
  output: {
    id: text('编号', { required: true, max: 36 }),
    name: text('名称', { required: true, max: 60 }),
    subject: text('查询对象', { required: true, max: 60 }),
    subjectName: text('查询对象', { required: true, max: 60 }),
    ownerName: text('所有人', { max: 64 }),
    note: text('说明', { max: 300 }),
    isMine: bool('自己的', { required: true }),
    isTile: bool('显示在桌面', { required: true }),
    spec: json<Spec>('内容', { required: true, untyped: 'conditions nest to any depth' }),
  },
})
const asked = {
  subject: text('查询对象', { required: true, max: 60 }),
  spec: json<Spec>('内容', { required: true, untyped: 'conditions nest to any depth' }),
  queryId: ref('savedQuery', '查询'),
  reason: text('理由', { max: 300 }),
}
const column = { key: text('键', { required: true, max: 300 }), label: text('名称', { required: true, max: 300 }), kind: text('类型', { required: true, max: 20 }) } as const
export type Column = Values<typeof column>
export const runQuery = action('query.savedQuery.run', '运行查询', {
  input: { ...asked, current: integer('页', { min: 1, max: 1000, initial: 1 }), size: integer('每页', { min: 1, max: 1000, initial: 50 }) },
  output: {
    columns: list('列', shape('列', column, { required: true }), { required: true }),
    rows: list('行', json<Array<string | number | null>>('行', { required: true, untyped: 'a cell for each column, of its kind; the query tool masks them' }), { required: true }),
    total: integer('行数', { required: true }),
    isCut: bool('超过上限', { required: true }),
    ms: integer('用时（毫秒）', { required: true }),
  },
})
export const exportQuery = action('query.savedQuery.exportRows', '导出查询', {
  input: { ...asked, name: text('名称', { max: 60 }) },
  output: { jobId: text('任务', { required: true, max: 36 }) },
})
/** Row count and first rows, for the desktop. */
export const tile = action('query.savedQuery.tile', '桌面查询', {
  method: 'GET',
  permission: 'query:savedQuery:run',
  many: true,
  output: { id: text('编号', { required: true, max: 36 }), name: text('名称', { required: true, max: 60 }), total: integer('行数') },
})
export const queryReady = messageEvent({
  code: 'query.ready',
  name: '定时查询结果',
  level: 'info',
  variables: { name: '查询', rows: '行数' },
  title: '查询“{name}”的结果：{rows} 行',
  content: '定时查询“{name}”已按你的数据范围生成表格，共 {rows} 行，可在“我的文件”下载，保留 7 天。',
})
