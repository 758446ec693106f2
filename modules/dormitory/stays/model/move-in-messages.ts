import { messagesOf, template } from '#model'

const slot = { slot: '时段' }

export const MOVE_IN_MESSAGES = messagesOf(
  'dormitory',
  { dorm: '楼栋' },
  {
    moveInOpen: template('可以预约到校时段', 'todo', '请预约到校时段：{dorm}', '{day} 到 {dorm} 入住，请在“我的宿舍”选一个到校时段，错峰到达少排队。', { day: '日期' }),
    moveInChosen: template('到校时段已预约', 'info', '到校时段：{slot}', '你已预约 {slot} 到 {dorm} 办理入住。开始前 {minutes} 分钟都可以改。{note}', {
      ...slot,
      minutes: '分钟',
      note: '说明',
    }),
    moveInRemind: template('到校提醒', 'todo', '明天到校：{slot}', '你预约了 {slot} 到 {dorm} 办理入住。{note}', { ...slot, note: '说明' }),
    moveInLapsed: template('到校时段已失效', 'important', '到校时段已失效：{slot}', '你预约的 {slot} 到 {dorm} 已失效：{reason}。需要时请重新预约。', { ...slot, reason: '原因' }),
  },
)
/** Why a choice became void. */
export const LAPSE_REASONS = {
  stay: '床位安排已取消',
  dorm: '床位换到了别的楼',
  day: '入住日期已改',
  plan: '学校收回了这一天的安排',
} as const
