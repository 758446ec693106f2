import { messageEvent } from '#model'

const plan = { plan: '假期' }
export const HOLIDAY_MESSAGES = {
  lastOut: messageEvent({
    code: 'dormitory.holidayLastOut',
    name: '最后离寝请确认房间安全',
    level: 'todo',
    variables: { ...plan, room: '房间' },
    title: '{room} 请确认电源、窗户和房门',
    content: '室友都已离校，你是 {room} 最后离开的人。请断电、关窗、锁门，并拍照确认。',
    channels: ['wecom'],
  }),
  duty: messageEvent({
    code: 'dormitory.holidayDuty',
    name: '负责留校学生',
    level: 'important',
    variables: { ...plan, count: '人数', names: '名单' },
    title: '{plan}期间你负责 {count} 名留校学生',
    content: '{plan}留校学生由你负责：{names}。晚归和未归会告诉你。',
    channels: ['wecom'],
  }),
  revoked: messageEvent({
    code: 'dormitory.holidayRevoked',
    name: '留校被收回',
    level: 'urgent',
    variables: { ...plan, reason: '原因', by: '老师' },
    title: '你的{plan}留校已收回',
    content: '{by}与你谈话后收回了{plan}留校：{reason}。请安排离校并登记去向。',
    channels: ['wecom', 'sms'],
  }),
  late: messageEvent({
    code: 'dormitory.holidayLate',
    name: '假期逾期未返校',
    level: 'urgent',
    variables: { ...plan, name: '学生', className: '班级', until: '截止' },
    title: '{name} {plan}逾期未返校',
    content: '{className} {name} 应于 {until} 前返校，还没有返校，也没有请假。',
    channels: ['wecom'],
  }),
} as const
