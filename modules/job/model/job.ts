import { action, bool, choice, datetime, entity, integer, json, list, messageEvent, ref, states, text } from '#model'

const MISFIRE = { skip: '跳过', runOnce: '补跑一次' } as const
export const runStates = states({
  running: { label: '运行中', tone: 'going' },
  done: { label: '成功', tone: 'done' },
  failed: { label: '失败', tone: 'refused' },
  lost: { label: '中断', tone: 'refused' },
  skipped: { label: '已跳过', tone: 'attention' },
})
/** A scheduled job: defined by the program, its cron by the school. */
export const job = entity(
  'job.job',
  '定时任务',
  {
    name: text('名称', { required: true, readonly: true, max: 100, search: true }),
    code: text('任务代码', { required: true, readonly: true, max: 64, search: true }),
    cron: text('时间表达式', { required: true, max: 60, help: '五段：分 时 日 月 星期，按北京时间' }),
    cronText: text('运行时间', { computed: true, max: 200 }),
    params: json<Record<string, unknown>>('参数', { initial: null }),
    timeoutSec: integer('时限（秒）', { required: true, min: 10, max: 7200, initial: 600 }),
    retries: integer('失败重试', { required: true, min: 0, max: 10, initial: 2 }),
    misfire: choice('错过时', MISFIRE, { required: true, initial: 'runOnce' }),
    alarmAfter: integer('连续失败几次提醒', { required: true, min: 1, max: 100, initial: 3 }),
    isEnabled: bool('启用', { required: true, initial: true }),
    nextAt: datetime('下次运行', { readonly: true, required: true, sortable: true }),
    failures: integer('连续失败', { readonly: true, required: true, initial: 0 }),
    lastState: runStates.field('最近结果', { required: false }),
    lastAt: datetime('最近运行', { readonly: true, sortable: true }),
    emptyRuns: integer('此后空运行', { readonly: true, required: true, initial: 0, help: '最近一条任务记录之后，运行时没有可处理内容的次数；这样的运行不写任务记录' }),
    nextTimes: list('接下来五次', text('时间', { max: 40 }), { computed: true }),
    isAsked: bool('等待运行', { readonly: true, required: true, initial: false }),
    heldUntil: datetime('占用至', { readonly: true, secret: 'internal' }),
    tries: integer('本次尝试', { readonly: true, secret: 'internal', initial: 0 }),
  },
  {
    title: 'name',
    // scheduled jobs concern the whole school: no data scope
    scope: { everyone: 'schedule of the school' },
    sort: ['code'],
    verbs: ['list', 'update'],
    refusals: {
      cron: '“{cron}”不是有效的时间表达式，应为五段：分 时 日 月 星期，最短每分钟一次',
      paramUnknown: '“{name}”没有参数“{key}”',
      retired: '“{name}”在当前版本中已不再使用',
    },
  },
)
export const jobLog = entity(
  'job.jobLog',
  '任务记录',
  {
    jobId: ref('job', '任务', { required: true }),
    startedAt: datetime('开始', { required: true, sortable: true }),
    endedAt: datetime('结束'),
    state: runStates.field('结果'),
    affected: integer('处理条数'),
    ms: integer('用时（毫秒）'),
    message: text('说明', { max: 500 }),
    node: text('服务器', { required: true, max: 100 }),
    traceId: text('编号', { max: 40, readonly: true }),
  },
  { title: 'state', scope: { everyone: 'runs of the schedule of the school' }, sort: ['-startedAt'], verbs: ['list', 'export'] },
)
export const runJob = action('job.job.run', '立即运行', {
  output: 'none',
  input: { id: ref('job', '任务', { required: true }) },
  refusals: { running: '“{name}”正在运行', retired: '“{name}”在当前版本中已不再使用' },
})
/** Meaning of a cron expression and its next runs. */
export const previewCron = action('job.job.preview', '预览时间', {
  method: 'GET',
  access: 'signedIn',
  input: { cron: text('时间表达式', { required: true, max: 60 }) },
  output: { isValid: bool('有效', { required: true }), words: text('运行时间', { max: 200 }), next: list('接下来五次', text('时间', { max: 40 }), { required: true }) },
})
export const jobFailedOften = messageEvent({
  code: 'job.failedOften',
  name: '定时任务连续失败',
  level: 'important',
  variables: { name: '任务', failures: '次数', message: '原因' },
  title: '定时任务“{name}”连续失败 {failures} 次',
  content: '原因：{message}。可在定时任务页面查看记录并重新运行。',
})
