import { messagesOf, template } from '#model'

export const GRADUATION_MESSAGES = messagesOf(
  'graduation',
  { batch: '批次' },
  {
    missing: template('毕业事项未完成', 'important', '{batch}：还有 {n} 项没有完成', '{batch}还有 {n} 项没有完成：{items}。', { n: '项数', items: '事项' }),
    returned: template('毕业审核退回', 'important', '{batch}：{n} 人的审核结果被退回', '{batch}有 {n} 人的审核结果被退回：{reason}', { n: '人数', reason: '原因' }),
    result: template('毕业审核结果', 'important', '{batch}：{result}', '{name} 的{batch}结果为“{result}”。', { name: '学生', result: '结果' }),
  },
)
