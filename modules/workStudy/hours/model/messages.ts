import { messagesOf, template } from '#model'

export const HOUR_MESSAGES = messagesOf(
  'workStudy',
  { post: '岗位', day: '日期', hours: '小时' },
  {
    unconfirmed: template('工时待确认', 'important', '{day} 的 {hours} 小时还没有确认', '{post} {day} 登记了 {hours} 小时，{until} 前没有答复就算确认。', { until: '确认期限' }),
    disputed: template('工时争议', 'todo', '{name}对 {day} 的工时有争议', '{className} {name} 对{post} {day} 的 {hours} 小时有争议：{note}', {
      name: '学生',
      className: '班级',
      note: '争议',
    }),
    settled: template('工时争议结果', 'important', '{day} 的工时认定为 {hours} 小时', '{post} {day} 的工时认定为 {hours} 小时：{answer}', { answer: '理由' }),
  },
)
export const SCAN_MESSAGES = messagesOf(
  'workStudy',
  { post: '岗位', at: '签到时间' },
  {
    forgotten: template('忘记签退', 'todo', '{name} {at} 签到后没有签退', '{className} {name} 在{post} {at} 签到后没有签退，请写明几点结束。', { name: '学生', className: '班级' }),
  },
)
