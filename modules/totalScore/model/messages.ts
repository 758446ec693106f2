import { messagesOf, template } from '#model'

const common = { scheme: '考核方案', item: '考核项目', points: '分值', day: '日期', reason: '原因' } as const
export const POINT_MESSAGES = messagesOf('totalScore', common, {
  added: template('积分增加', 'info', '{scheme}加 {points} 分', '{day} “{item}”加 {points} 分，已记入积分台账。{reason}', {}),
  deducted: template('积分扣除', 'important', '{scheme}扣 {points} 分', '{day} “{item}”扣 {points} 分。原因：{reason}。', {}),
  reversed: template('积分冲销', 'important', '“{item}”的积分已冲销', '{day} “{item}”的 {points} 分已冲销。原因：{reason}', {}),
})
