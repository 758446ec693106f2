import { messagesOf, template } from '#model'

const damage = { item: '损坏物品', room: '房间', amount: '金额' }
/** Sent to the student only. */
export const DAMAGE_MESSAGES = messagesOf(
  'dormitory',
  {},
  {
    damageTold: template(
      '损坏赔偿告知',
      'important',
      '{item}损坏，需赔偿 {amount} 元',
      '{room} {item}损坏：{explanation}。你需赔偿 {amount} 元，照片和计价可以查看；有不同意见请在 {until} 前提出。',
      { ...damage, explanation: '情况和计价', until: '异议截止' },
    ),
    damageDecided: template('损坏赔偿处理结果', 'important', '{item}损坏赔偿已处理：{amount} 元', '{room} {item}的赔偿现为 {amount} 元。{decision}', {
      ...damage,
      decision: '处理意见',
    }),
    damageCharged: template('损坏赔偿计入应缴', 'important', '{item}损坏赔偿 {amount} 元，{dueOn} 前缴清', '{room} {item}的赔偿 {amount} 元已计入应缴，请在 {dueOn} 前缴清。', {
      ...damage,
      dueOn: '缴费截止',
    }),
  },
)
