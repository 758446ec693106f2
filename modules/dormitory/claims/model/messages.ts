import { messagesOf, template } from '#model'

const about = { round: '轮次', wave: '批次', at: '时间' }
export const CLAIM_MESSAGES = messagesOf(
  'dormitory',
  {},
  {
    claimOpens: template('选床位即将开始', 'important', '{wave} {at} 开始选床位', '“{round}”的{wave}将在 {at} 开始，可以先看房间、收藏床位。', about),
    claimNotChosen: template('还没有选床位', 'todo', '你还没有选床位，{at} 结束', '“{round}”的{wave}将在 {at} 结束，请尽快选好并确认。', about),
  },
)
