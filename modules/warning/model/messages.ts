import { messagesOf, template } from '#model'

/** Nothing of the reasons is said outside the list, where each reader sees what they may see. */
export const WARNING_MESSAGES = messagesOf(
  'warning',
  {},
  {
    urgent: template(
      '紧急预警',
      'urgent',
      '{name} 需要马上去看看',
      '{className} {name} 近来有几件事凑在一起，请在 {until} 前联系或见面，原因见预警名单。',
      { name: '学生', className: '班级', until: '时限' },
      { sensitivity: { name: 'S1' } },
    ),
    raised: template('预警过时限上报', 'urgent', '{count} 名学生的预警过了时限没有人处理', '{count} 名学生的预警过了处理时限，辅导员还没有开始跟进，请过问。', { count: '人数' }),
  },
)
