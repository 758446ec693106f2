import { action, bool, choice, datetime, decimal, entity, integer, list, ref, text } from '#model'
import { USES } from './use.ts'

export const RESULTS = { ok: '成功', noSource: '没有出处', refused: '被拒绝', quota: '超出配额', error: '出错', timeout: '超时', cancelled: '已停止' } as const
export type CallResult = keyof typeof RESULTS
const CALLED = { ...USES, test: '测试', testSet: '测试集' } as const
export type Called = keyof typeof CALLED
const readonly = { readonly: true } as const

/** 调用记录: counts and hashes, never what was asked or answered. */
export const aiCall = entity(
  'ai.aiCall',
  'AI 调用',
  {
    userId: ref('user', '用户', { ...readonly, required: true }),
    use: choice('用途', CALLED, { ...readonly, required: true }),
    provider: text('服务商', { ...readonly, max: 60 }),
    model: text('模型', { ...readonly, max: 100 }),
    promptVersion: text('提示词版本', { ...readonly, max: 20 }),
    promptHash: text('提示词指纹', { ...readonly, max: 64 }),
    replacedCount: integer('替换数', { ...readonly, required: true, initial: 0, help: '发出前换成占位符的姓名和号码' }),
    tokensIn: integer('输入词元', readonly),
    tokensOut: integer('输出词元', readonly),
    cost: decimal('费用', { ...readonly, precision: 14, scale: 6, help: '元，按服务商的价格估算' }),
    ms: integer('用时', { ...readonly, help: '毫秒' }),
    result: choice('结果', RESULTS, { ...readonly, required: true }),
    accepted: bool('已采用', readonly),
    at: datetime('时间', { ...readonly, required: true, sortable: true }),
  },
  { title: 'use', scope: { user: 'userId' }, sort: ['-at'], verbs: ['list', 'export'], countsUpTo: 10_000 },
)
const { at, use, provider, model, replacedCount, tokensIn, tokensOut, result, accepted } = aiCall.fields
/** The last hundred calls of whoever asks. */
export const myAiCalls = action('ai.aiCall.mine', '我的 AI 调用', {
  method: 'GET',
  access: 'signedIn',
  many: true,
  output: { id: text('编号', { required: true, max: 36 }), at, use, provider, model, replacedCount, tokensIn, tokensOut, result, accepted },
})

/** Text for a form field that declares `drafts`, made of keywords typed for it and of nothing else. */
export const draftText = action('ai.aiCall.draft', '起草', {
  isWhole: false,
  isUnrecorded: true,
  streams: true,
  input: {
    field: text('字段', { required: true, max: 120 }),
    keywords: text('要点', { required: true, max: 1000, multiline: true }),
  },
  output: {
    callId: ref('aiCall', 'AI 调用', { required: true }),
    text: text('草稿', { required: true, max: 40_000 }),
    sent: list('实际发出的内容', text('内容', { max: 8000 }), { required: true }),
    label: text('标识', { required: true, max: 40 }),
  },
  refusals: {
    off: 'AI 起草没有开启',
    field: '这一项不提供 AI 起草',
    words: '要点里有不能交给 AI 的内容：{words}。请删去后再试',
    identity: '要点里有证件号码，请删去后再试',
    daily: '今天已用 {used} 次，每天最多 {limit} 次，{resetsAt} 后可以再用',
    tokens: '“{name}”已用 {used} 词元，上限 {limit}，{resetsAt} 后可以再用',
    unavailable: 'AI 暂时不可用，请自己填写',
    stopped: '已停止',
    failed: 'AI 没有给出可用的回答，请再试一次或自己填写',
  },
})
/** Whether the text was put into the form. */
export const judgeAiCall = action('ai.aiCall.judge', '采用', {
  access: 'signedIn',
  input: { id: ref('aiCall', 'AI 调用', { required: true }), accepted: bool('已采用', { required: true }) },
  output: 'none',
})
