import { messagesOf, template } from '#model'

const about = { bed: '床位' }

export const STAY_MESSAGES = messagesOf('dormitory', about, {
  bedAssigned: template('床位已安排', 'important', '床位已安排：{bed}', '你的床位是 {bed}，请在 {from} 到宿舍办理入住。', { from: '计划入住' }),
  checkInOpen: template('可以办理入住', 'todo', '现在可以入住 {bed}', '到宿舍后扫房门上的门牌码，或到宿管处报学号办理入住。'),
  bedReleased: template('床位已取消', 'important', '床位安排已取消：{bed}', '你在 {bed} 的床位安排已取消：{reason}', { reason: '原因' }),
  checkOutDue: template('退宿提醒', 'todo', '{days} 天后退宿：{bed}', '请在 {on} 前收拾好个人物品，交还钥匙并办理退宿。', { days: '天数', on: '日期' }),
  checkedOut: template('已退宿', 'info', '已退宿：{bed}', '你已从 {bed} 退宿。'),
  checkOutDebts: template('退宿遗留事项', 'important', '退宿后还有未结事项：{bed}', '你已从 {bed} 退宿，还有未结事项：{points}。请尽快处理。', { points: '事项' }),
})
