import { messagesOf, template } from '#model'

/** One message per reader and occasion, whatever the number of students. */
export const ACCESS_MESSAGES = messagesOf(
  'dormitory',
  {},
  {
    accessAlerts: template('门禁提醒', 'important', '{count} 名学生有门禁提醒', '{night} 晚：{names}。请在门禁提醒里处理。', { count: '人数', night: '夜晚', names: '学生' }),
    accessLookIn: template('请到寝室了解情况', 'important', '请到寝室了解 {name} 的情况', '{className} {name} 已有 {hours} 小时没有出入记录，请到寝室了解情况。', {
      name: '学生',
      className: '班级',
      hours: '小时',
    }),
    accessExplained: template('门禁提醒自动解除', 'info', '{count} 条门禁提醒已自动解除', '{night} 晚：{names}。', { count: '条数', night: '夜晚', names: '学生和原因' }),
    accessEscalated: template('门禁提醒上报', 'urgent', '{count} 名学生未归，还没有人处理', '{names}，超过 {hours} 小时没有人处理。', {
      count: '人数',
      names: '学生',
      hours: '小时',
    }),
    accessSilent: template('门禁设备失联', 'important', '门禁设备失联', '{names} 超过 {minutes} 分钟没有上报，相关楼的提醒已标为不确定。', { names: '设备', minutes: '分钟' }),
    visitAsked: template('来访待确认', 'important', '{name} 来访，请确认', '{name}到{dorm}找你，请确认是否认识；访客须在 {until} 前离开。', {
      name: '访客',
      dorm: '宿舍楼',
      until: '最晚离开',
    }),
    visitorOvertime: template('访客超时未离开', 'urgent', '{count} 名访客超时未离开', '{dorm}：{names} 应在 {until} 前离开。', {
      count: '人数',
      dorm: '宿舍楼',
      names: '访客',
      until: '最晚离开',
    }),
  },
)
