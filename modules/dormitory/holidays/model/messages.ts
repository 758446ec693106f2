import { messagesOf, template } from '#model'

const plan = { plan: '假期' }
export const HOLIDAY_MESSAGES = messagesOf(
  'dormitory',
  {},
  {
    holidayLastOut: template('最后离寝请确认房间安全', 'todo', '{room} 请确认电源、窗户和房门', '室友都已离校，你是 {room} 最后离开的人。请断电、关窗、锁门，并拍照确认。', {
      ...plan,
      room: '房间',
    }),
    holidayDuty: template('负责留校学生', 'important', '{plan}期间你负责 {count} 名留校学生', '{plan}留校学生由你负责：{names}。晚归和未归会告诉你。', {
      ...plan,
      count: '人数',
      names: '名单',
    }),
    holidayRevoked: template(
      '留校被收回',
      'urgent',
      '你的{plan}留校已收回',
      '{by}与你谈话后收回了{plan}留校：{reason}。请安排离校并登记去向。',
      { ...plan, reason: '原因', by: '老师' },
      { channels: ['webPush', 'wecom', 'sms'] },
    ),
    holidayLate: template('假期逾期未返校', 'urgent', '{name} {plan}逾期未返校', '{className} {name} 应于 {until} 前返校，还没有返校，也没有请假。', {
      ...plan,
      name: '学生',
      className: '班级',
      until: '截止',
    }),
  },
)
