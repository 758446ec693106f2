import { action, choice, datetime, entity, integer, ref, states, text } from '#model'
import { VERDICTS } from './test-case.ts'

const readonly = { readonly: true } as const
/** 60-AI14: a version is what answers 问一问: address, model and prompt. One answers while its run is `passed`, `adopted` or `untested`, and no version has two runs that count. */
export const aiTestRunStates = states(
  {
    running: { label: '测试中', tone: 'going' },
    passed: { label: '通过并采用', tone: 'done' },
    waiting: { label: '待说明理由', tone: 'attention' },
    adopted: { label: '说明理由后采用', tone: 'done' },
    untested: { label: '没有测试题，直接采用', tone: 'attention' },
    broken: { label: '没有测完', tone: 'refused' },
    past: { label: '已换下', tone: 'over' },
  },
  { adopt: ['waiting'], rerun: ['passed', 'waiting', 'adopted', 'untested', 'broken'] },
)
export const ANSWERING = ['passed', 'adopted', 'untested'] as const
export const BROKEN = { off: '问一问已停用', quota: '超出配额', unavailable: '服务商没有回答', nobody: '没有可以代为提问的账号', fault: '出错' } as const
export type Broken = keyof typeof BROKEN
export const aiTestRun = entity(
  'ai.aiTestRun',
  'AI 测试',
  {
    provider: text('服务商', { ...readonly, required: true, max: 60 }),
    address: text('服务地址', { ...readonly, required: true, max: 300, clear: 'the address of a service' }),
    model: text('模型', { ...readonly, required: true, max: 100 }),
    promptVersion: text('提示词版本', { ...readonly, required: true, max: 20 }),
    state: aiTestRunStates.field('状态', { ...readonly, initial: 'running' }),
    total: integer('题数', { ...readonly, required: true }),
    done: integer('已测', { ...readonly, required: true, initial: 0 }),
    correct: integer('引用正确', { ...readonly, required: true, initial: 0 }),
    share: integer('正确率', { computed: true, help: '百分比' }),
    why: choice('没有测完的原因', BROKEN, readonly),
    reason: text('采用理由', { ...readonly, max: 600 }),
    startedBy: ref('user', '修改人', { ...readonly, help: '测试以这个人的身份提问，只查得到他能看的文件' }),
    startedAt: datetime('开始时间', { ...readonly, required: true, sortable: true }),
    endedAt: datetime('结束时间', readonly),
  },
  {
    title: 'model',
    scope: { everyone: 'a setting of the school; questions are those of the test set' },
    sort: ['-startedAt'],
    verbs: ['list', 'export'],
    refusals: {
      needsReason: '测试集只有 {share}% 引用正确（{correct}/{total}），低于 {least}%，要采用请写明理由',
      off: '问一问没有开启，不能测试',
      noCases: '还没有启用的测试题',
      gone: '这个服务商的设置已经改了，不用再测',
    },
  },
)
/** What became of each question of a run; neither prompt nor answer is kept. */
export const aiTestResult = entity(
  'ai.aiTestResult',
  'AI 测试结果',
  {
    runId: ref('aiTestRun', 'AI 测试', { ...readonly, required: true, isPart: true }),
    question: text('问题', { ...readonly, required: true, max: 300 }),
    mustCite: text('须引用', { ...readonly, max: 600 }),
    cited: text('已引用', { ...readonly, max: 2000 }),
    verdict: choice('判断', VERDICTS, { ...readonly, required: true }),
  },
  { title: 'question', scope: { everyone: 'a setting of the school; questions are those of the test set' }, unique: [['runId', 'question']], verbs: [] },
)
const id = text('编号', { required: true, max: 36, format: 'uuid' })
/** Lets a version answer though it is under the least share. */
export const adoptVersion = action('ai.aiTestRun.adopt', '采用', { input: { id, reason: text('采用理由', { max: 600, multiline: true }) }, output: 'none', inScope: true })
/** Runs the test set once more; until it has ended the version does not answer. */
export const rerunTests = action('ai.aiTestRun.rerun', '重新测试', { input: { id }, output: 'none', inScope: true })
export const runningTests = action('ai.aiTestRun.running', '测试进度', {
  method: 'GET',
  permission: 'ai:aiTestRun:list',
  many: true,
  output: { id, model: aiTestRun.fields.model, total: aiTestRun.fields.total, done: aiTestRun.fields.done },
})
const { question, mustCite, cited, verdict } = aiTestResult.fields
export const testResults = action('ai.aiTestRun.results', '各题结果', {
  method: 'GET',
  permission: 'ai:aiTestRun:list',
  input: { id },
  many: true,
  output: { question, mustCite, cited, verdict },
  inScope: true,
})
