import { messagesOf, template } from '#model'

const room = { room: '房间' }
const violation = { violationNo: '编号', type: '类型', at: '时间' }

export const CHECK_MESSAGES = messagesOf(
  'dormitory',
  {},
  {
    weekScored: template(
      '卫生周成绩',
      'info',
      '{room} 上周卫生 {score} 分，第 {rank} 名',
      '{week} 这一周检查 {checks} 次，平均 {score} 分，{ranked} 个房间中第 {rank} 名。{until} 前可以提出异议。',
      { ...room, week: '周', score: '得分', rank: '名次', ranked: '参与排名', checks: '检查次数', until: '异议截止' },
    ),
    checkFailed: template('检查不合格', 'important', '{room} 检查 {score} 分，不合格', '“{task}”检查不合格，{until} 前复查。请按扣分项整改。', {
      ...room,
      task: '任务',
      score: '得分',
      until: '复查截止',
    }),
    checkObjected: template('检查成绩异议', 'important', '{room} 对检查成绩提出异议', '“{task}”得 {score} 分。理由：{reason}', {
      ...room,
      task: '任务',
      score: '得分',
      reason: '理由',
    }),
    checkObjectionAnswered: template('异议答复', 'important', '{room} 的检查成绩异议已答复', '{outcome}，得分 {score}。{answer}', {
      ...room,
      outcome: '结果',
      score: '得分',
      answer: '答复',
    }),
    statementAsked: template('请陈述', 'important', '请说明 {at} 的情况', '登记了一条“{type}”（{violationNo}）。请在 {until} 前说明情况，也可以放弃陈述；在你说明之前不会认定。', {
      ...violation,
      until: '陈述截止',
    }),
    violationDecided: template('违纪处理结果', 'important', '{violationNo} {outcome}', '{at} 的“{type}”{outcome}。{decision}', {
      ...violation,
      outcome: '结果',
      decision: '处理意见',
    }),
    violationDrafted: template('晚归达到次数', 'important', '{name} 30 天内晚归 {n} 次', '已起草一条违纪，请核实并听取学生陈述。', { name: '学生', n: '次数' }),
    violationAskRefer: template('夜不归宿提请移交', 'urgent', '{name} 本学期夜不归宿 {n} 次', '请了解情况，决定是否移交违纪处理。系统不会自动移交。', { name: '学生', n: '次数' }),
    civilisedAwarded: template('文明寝室授予', 'info', '{room} 被评为文明寝室', '“{round}”公示结束，{room} 被授予文明寝室称号。', { ...room, round: '评选' }),
    civilisedLost: template('文明寝室取消', 'important', '{room} 的文明寝室称号已取消', '原因：{reason}', { ...room, reason: '原因' }),
  },
)
