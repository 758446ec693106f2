import { messagesOf, template } from '#model'

const about = { name: '学生', place: '地点', from: '计划外出', to: '计划返校' }

export const OUTING_MESSAGES = messagesOf('outing', about, {
  late: template('外出逾期提醒学生', 'urgent', '已过计划返校时间', '你去{place}的外出应在 {to} 返校。回来了请点“我回来了”，回不来请联系辅导员。'),
  lateFdy: template('外出逾期告知辅导员', 'urgent', '{name} 外出逾期未归', '{className} {name} 去{place}，应在 {to} 返校，还没有回来。', { className: '班级' }),
  safeAsked: template('请报平安', 'important', '今天报个平安吧', '你去{place}的外出还没有报今天的平安，点一下就好。'),
  invited: template('同行请你确认', 'todo', '{by} 为你登记了外出', '{by} 登记了 {from} 去{place}的外出，{to} 返校，请确认是否同行。', { by: '登记人' }),
  recorded: template('老师为你登记了外出', 'info', '{by} 为你登记了外出', '{by} 为你登记了 {from} 去{place}的外出，{to} 返校。', { by: '登记人' }),
  noted: template('老师登记了你的返校或外出', 'info', '{by} 登记了你的{what}', '{by} 登记了你去{place}的{what}：{note}', { by: '登记人', what: '什么', note: '说明' }),
})
const holiday = { plan: '假期', endTime: '截止' }
export const HOLIDAY_MESSAGES = messagesOf(
  'outing',
  {},
  {
    destinationRemind: template('提醒登记节假日去向', 'todo', '请登记{plan}去向', '{plan}去向 {endTime} 截止，你还没有登记。', holiday, { channels: ['webPush', 'wecom', 'sms'] }),
    destinationUnanswered: template('未登记去向名单', 'todo', '{plan}去向还有 {count} 人未登记', '{plan}去向 {endTime} 截止，你带的学生里 {count} 人未登记：{names}', {
      ...holiday,
      count: '人数',
      names: '名单',
    }),
    destinationChanged: template('离校后改了去向', 'important', '{name} 改了{plan}去向', '{className} {name} 离校后把{plan}去向从“{from}”改为“{to}”。', {
      plan: '假期',
      name: '学生',
      className: '班级',
      from: '原去向',
      to: '现去向',
    }),
    areaRemind: template(
      '提醒回复平安',
      'urgent',
      '还没有收到你的回复：你在{region}安全吗？',
      '{question}',
      { region: '地区', question: '内容' },
      { channels: ['webPush', 'wecom', 'sms'] },
    ),
    areaAsked: template(
      '地区安全询问',
      'urgent',
      '你在{region}安全吗？请回复',
      '{question}',
      { region: '地区', question: '内容', by: '询问人' },
      { channels: ['webPush', 'wecom', 'sms'] },
    ),
  },
)
