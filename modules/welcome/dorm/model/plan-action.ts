import { action, datetime, integer, ref } from '#model'
import { claimRound } from '#modules/dormitory/claims/model/round.ts'
import { claimLink } from './link.ts'

const need = { required: true } as const
/** 30-WD6: splits a round that is still a draft by the rule of the batch. */
export const proposeWaves = action('welcome.claimLink.plan', '拟分批', {
  permission: 'welcome:claimLink:update',
  refusals: { ...claimRound.options.refusals, ...claimLink.options.refusals },
  input: {
    batchId: ref('welcomeBatch', '批次', need),
    roundId: ref('claimRound', '轮次', { ...need, help: '还没有发布的轮次' }),
    opensAt: datetime('第一批开始', need),
    minutes: integer('每批间隔', { ...need, min: 10, max: 7 * 24 * 60, initial: 60, help: '分钟' }),
  },
  output: { waves: integer('批数', need), over: integer('超过人数的批', need) },
})
