import { messagesOf, template } from '#model'

const about = { from: '离开', to: '返回', nights: '晚数' }

/** The flow sends messages about applications and decisions; these concern the end of the nights. */
export const TEMP_MESSAGES = messagesOf('dormitory', about, {
  tempDue: template('临时外宿将到期', 'important', '临时外宿将到期，返校后请点“我已返回”', '你的临时外宿（{nights} 晚）到 {to} 结束。当晚起按在寝统计，返校后请点“我已返回”。'),
  tempOverdue: template('临时外宿逾期未归', 'urgent', '{name} 临时外宿逾期未归', '{className} {name} 的临时外宿应于 {to} 返回，还没有返回。', { name: '学生', className: '班级' }),
  tempClosed: template('临时外宿已登记返回', 'info', '老师已登记你返回宿舍', '你的临时外宿（{from} 至 {to}）由{by}登记返回，当晚起按在寝统计。', { by: '登记人' }),
})
