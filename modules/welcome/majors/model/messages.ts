import { messagesOf, template } from '#model'

export const MAJOR_MESSAGES = messagesOf(
  'welcome',
  { batch: '批次', major: '专业' },
  {
    majorPlaced: template('专业调整结果', 'important', '{batch}：拟调整到{major}', '{name}，{batch}拟调整到{major}，生效后再通知你。'),
    majorNoticed: template('专业调整公示', 'important', '{batch}：拟调整到{major}', '{name}，{batch}拟调整到{major}，公示到 {until}，期满没有异议再生效。', { until: '公示截止' }),
    majorCleared: template('专业调整公示期满', 'todo', '{batch}：公示期满', '{batch}的公示已经结束，{count} 人可以生效。', { count: '人数' }),
    majorRefused: template('专业调整没有成功', 'important', '{batch}：没有调整', '{name}，{batch}没有调整：{reason}。你的专业不变。', { reason: '原因' }),
    majorChanged: template('专业已调整', 'important', '你的专业已调整到{major}', '{name}，你的专业已调整到{major}，应缴费用由财务处按新专业核对。'),
  },
)
