import { action, bool, choice, decimal, entity, integer, text } from '#model'

export const PLACES = { campus: '校内', mainland: '境内' } as const
/** Price of a million tokens in yuan. */
const price = { min: 0, precision: 12, scale: 4, help: '每百万词元多少元，用来估算费用' } as const

/** Further providers; the first one is the parameter group `ai`. */
export const aiProvider = entity(
  'ai.aiProvider',
  'AI 服务商',
  {
    name: text('名称', { required: true, max: 60, search: true }),
    baseUrl: text('服务地址', { required: true, max: 300, help: '兼容 OpenAI 协议的 https 地址；校内的 http 地址要先由运维人员允许' }),
    model: text('模型', { required: true, max: 100 }),
    apiKey: text('密钥', { max: 400, secret: true, encrypted: true, sentTo: ['baseUrl'], help: '只写不读；不填则不改' }),
    place: choice('部署位置', PLACES, { required: true, initial: 'mainland' }),
    filingNo: text('模型备案号', { max: 60, help: '面向公众提供服务的模型须有生成式人工智能备案号' }),
    priceIn: decimal('输入价格', price),
    priceOut: decimal('输出价格', price),
    timeout: integer('等待时间', { required: true, min: 1, max: 300, initial: 60, help: '秒' }),
    priority: integer('优先级', { required: true, min: 1, max: 99, initial: 10, sortable: true, help: '数字小的先用；系统参数里的那一家排在最前' }),
    isEnabled: bool('启用', { required: true, initial: true }),
  },
  {
    title: 'name',
    scope: { everyone: 'a setting of the school; its key is write-only' },
    unique: [['name']],
    sort: ['priority', 'name'],
    select: 'scoped',
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: { address: '“{url}”不是可以使用的服务地址：须为 https，或运维人员允许的校内地址' },
  },
)
/** Sends a short greeting and shows what came back; the key never does. */
export const testAiProvider = action('ai.aiProvider.test', '测试', {
  input: { id: text('服务商', { required: true, max: 36, format: 'uuid' }) },
  output: { ms: integer('用时', { required: true }), answer: text('回答', { required: true, max: 200 }) },
  inScope: true,
  isWhole: false,
  refusals: { failed: '没有得到回答：{reason}' },
})
