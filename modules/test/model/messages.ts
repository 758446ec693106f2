import { messagesOf, template } from '#model'

export const TEST_MESSAGES = messagesOf(
  'test',
  { name: '考试' },
  {
    remind: template('考试提醒', 'todo', '请完成“{name}”', '“{name}”{endTime} 截止，你还没有完成。', { endTime: '截止' }),
    released: template('成绩发布', 'info', '“{name}”成绩已发布', '“{name}”成绩已发布，点开可以查看。'),
    granted: template('增加考试次数', 'info', '“{name}”多给你一次机会', '“{name}”多给你 {n} 次机会。{reason}', { n: '次数', reason: '原因' }),
    extended: template('考试延长', 'info', '“{name}”延长 {n} 分钟', '你正在作答的“{name}”延长 {n} 分钟。{reason}', { n: '分钟', reason: '原因' }),
    corrected: template('成绩更正', 'info', '“{name}”有题更正，你的成绩改为 {score} 分', '“{name}”有一道题更正：{reason}。你的成绩由 {from} 分改为 {score} 分。', {
      from: '原成绩',
      score: '成绩',
      reason: '原因',
    }),
    recheckAsked: template('申请成绩复核', 'todo', '{student}申请复核“{name}”的成绩', '{student}对“{name}”的成绩有疑问：{reason}', { student: '学生', reason: '原因' }),
    rechecked: template('复核答复', 'info', '“{name}”成绩复核：{result}', '你在“{name}”的成绩复核：{result}，原成绩 {from} 分，现成绩 {score} 分。{answer}', {
      result: '结果',
      from: '原成绩',
      score: '成绩',
      answer: '答复',
    }),
    voided: template('考试作废', 'info', '“{name}”的一次作答作废', '你在“{name}”的第 {no} 次作答作废：{reason}。有异议请找监考老师说明。', { no: '第几次', reason: '原因' }),
  },
)
