import { bool, choice, entity, integer, ref, text } from '#model'

/** What the school may switch on, each by itself. */
export const USES = { draft: '起草', policyQa: '问一问', nlFilter: '一句话查询', summary: '归纳' } as const
export type Use = keyof typeof USES

export const aiUse = entity(
  'ai.aiUse',
  'AI 用途',
  {
    code: choice('用途', USES, { required: true, readonly: true }),
    isEnabled: bool('启用', { required: true, initial: false }),
    providerId: ref('aiProvider', '服务商', { help: '不选则按优先级' }),
    dailyPerUser: integer('每人每天', { required: true, min: 1, max: 10_000, initial: 30, help: '每人每天最多调用几次' }),
    minSimilarity: integer('最低相似度', { required: true, min: 1, max: 100, initial: 25, help: '百分比。问题说到的，文件里至少有这么多才回答，否则说没有找到' }),
    officeId: ref('department', '负责部门', { help: '学校的文件里没有找到时，请大家去问的部门' }),
    promptVersion: text('提示词版本', { computed: true, max: 20 }),
  },
  { title: 'code', scope: { everyone: 'a setting of the school' }, cached: true, unique: [['code']], sort: ['code'], verbs: ['list', 'update'] },
)
