import { messageEvent } from '#model'

const damage = { item: '损坏物品', room: '房间', amount: '金额' }
/** Sent to the student only. */
export const DAMAGE_MESSAGES = {
  told: messageEvent({
    code: 'dormitory.damageTold',
    name: '损坏赔偿告知',
    level: 'important',
    variables: { ...damage, explanation: '情况和计价', until: '异议截止' },
    title: '{item}损坏，需赔偿 {amount} 元',
    content: '{room} {item}损坏：{explanation}。你需赔偿 {amount} 元，照片和计价可以查看；有不同意见请在 {until} 前提出。',
    channels: ['wecom'],
  }),
  decided: messageEvent({
    code: 'dormitory.damageDecided',
    name: '损坏赔偿处理结果',
    level: 'important',
    variables: { ...damage, decision: '处理意见' },
    title: '{item}损坏赔偿已处理：{amount} 元',
    content: '{room} {item}的赔偿现为 {amount} 元。{decision}',
    channels: ['wecom'],
  }),
  charged: messageEvent({
    code: 'dormitory.damageCharged',
    name: '损坏赔偿计入应缴',
    level: 'important',
    variables: { ...damage, dueOn: '缴费截止' },
    title: '{item}损坏赔偿 {amount} 元，{dueOn} 前缴清',
    content: '{room} {item}的赔偿 {amount} 元已计入应缴，请在 {dueOn} 前缴清。',
    channels: ['wecom'],
  }),
} as const
