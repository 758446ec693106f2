import { choice, datetime, entity, integer } from '#model'
import { USES } from './use.ts'

export const SCOPES = { school: '全校', use: '一种用途', user: '每个人' } as const
export const PERIODS = { day: '每天', month: '每月' } as const

/** 配额: how many tokens may be spent in a day or a month, by the school, by one use, or by each user. */
export const aiQuota = entity(
  'ai.aiQuota',
  'AI 配额',
  {
    scope: choice('范围', SCOPES, { required: true, initial: 'school' }),
    use: choice('用途', USES, { help: '范围是“一种用途”时必填；“每个人”不填则所有用途合计' }),
    period: choice('周期', PERIODS, { required: true, initial: 'month' }),
    limitTokens: integer('词元上限', { required: true, min: 1, max: 2_000_000_000 }),
    used: integer('已用', { computed: true }),
    reserved: integer('预留', { computed: true }),
    resetsAt: datetime('重置时间', { computed: true }),
  },
  {
    title: 'scope',
    scope: { everyone: 'a setting of the school' },
    unique: [['scope', 'use', 'period']],
    sort: ['scope', 'period'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: { needsUse: '请选择是哪一种用途', noUse: '全校的配额不分用途' },
  },
)
