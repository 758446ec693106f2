import { messagesOf, template } from '#model'

export const RESULT_MESSAGES = messagesOf(
  'exam',
  { name: '姓名', batch: '考试批次' },
  {
    scores: template('成绩发布', 'important', '成绩已发布', '{name}，“{batch}”的成绩已发布，请登录查看。'),
    result: template('录取结果', 'important', '录取结果已公布', '{name}，“{batch}”的录取结果已公布，请登录查看。'),
    noticeOver: template('公示结束', 'todo', '录取公示已结束：{batch}', '“{batch}”的拟录取名单公示已结束，可以公布录取结果。'),
    noticeUpheld: template('录取异议成立', 'important', '录取异议成立：{batch}', '“{batch}”有一条拟录取结果异议成立，请撤回正式方案，改正后重新模拟和公示。'),
    recheck: template('成绩复核', 'important', '成绩复核有结果', '{name}，“{batch}”{subject}的复核结果：{result}。', { subject: '科目', result: '复核结果' }),
    offered: template('递补录取', 'important', '你被递补录取', '{name}，“{batch}”有名额空出，你被递补录取，请在 {until} 前登录确认，过期作废。', { until: '录取确认截止' }),
    confirming: template('确认提醒', 'important', '录取还没有确认', '{name}，“{batch}”的录取请在 {until} 前登录确认，过期作废。', { until: '录取确认截止' }),
    offerLapsed: template('逾期未确认', 'important', '录取已失效', '{name}，“{batch}”的录取没有按时确认，已经失效。'),
  },
)
