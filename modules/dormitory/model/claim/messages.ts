import { messageEvent } from '#model'

const about = { round: '轮次', wave: '批次', at: '时间' }
export const CLAIM_MESSAGES = {
  opens: messageEvent({
    code: 'dormitory.claimOpens',
    name: '选床位即将开始',
    level: 'important',
    variables: about,
    title: '{wave} {at} 开始选床位',
    content: '“{round}”的{wave}将在 {at} 开始，可以先看房间、收藏床位。',
    channels: ['wecom'],
  }),
  notChosen: messageEvent({
    code: 'dormitory.claimNotChosen',
    name: '还没有选床位',
    level: 'todo',
    variables: about,
    title: '你还没有选床位，{at} 结束',
    content: '“{round}”的{wave}将在 {at} 结束，请尽快选好并确认。',
    channels: ['wecom'],
  }),
} as const
