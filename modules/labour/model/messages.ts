import { messagesOf, template } from '#model'

export const LABOUR_MESSAGES = messagesOf(
  'labour',
  { project: '项目' },
  {
    movedUp: template('劳动候补转正', 'important', '“{project}”轮到你了', '“{project}”有人取消，你已从候补转为报名成功，第一场 {at}。不能参加请及早取消。', { at: '第一场' }),
    dropped: template('劳动报名取消', 'important', '你在“{project}”的报名已取消', '你在“{project}”的报名已取消：{why}', { why: '原因' }),
    hoursPosted: template('劳动学时', 'info', '“{project}”的劳动学时已记入', '你在“{project}”得到 {hours} 学时，已记入学时台账。', { hours: '学时' }),
    grouped: template('劳动周分组', 'info', '“{project}”分好了组', '你在“{project}”第 {group} 组。每一场的地点、内容和工具见“我的劳动”。', { group: '组' }),
    tomorrow: template('劳动提醒', 'info', '明天有劳动：{project}', '“{project}”{at} 在{place}，请准时签到，结束后签退。', { at: '时间', place: '地点' }),
  },
)
export const GAP_MESSAGES = messagesOf(
  'labour',
  {},
  {
    termGap: template(
      '劳动未达标',
      'important',
      '劳动教育还没有达标',
      '你还差：劳动课程 {course} 学时，日常生活劳动 {daily}，生产劳动 {production}，服务性劳动 {service}，劳动周 {weeks} 个。可以在劳动项目里报名。',
      {
        course: '劳动课程',
        daily: '日常生活劳动',
        production: '生产劳动',
        service: '服务性劳动',
        weeks: '劳动周',
      },
    ),
  },
)
