import { messagesOf, template } from '#model'

export const STAY_MESSAGES = messagesOf(
  'offCampus',
  { kind: '类别' },
  {
    approved: template('校外住宿批准', 'important', '校外住宿已批准，第一晚 {fromOn}', '你的校外住宿已批准：{fromOn} 至 {toOn}。第一晚之前仍在宿舍住。', {
      fromOn: '第一晚',
      toOn: '最后一晚',
    }),
    answered: template('家长答复校外住宿', 'important', '家长对校外住宿的答复：{answer}', '家长已答复你的校外住宿申请：{answer}。', { answer: '答复' }),
    reportDue: template('校外住宿安全报告', 'todo', '请报告校外住宿情况', '到了每月报告的时间，请在“我的校外住宿”里报告是否还住在原处、是否平安。'),
    reportMissed: template('校外住宿漏报', 'todo', '{name}没有报告校外住宿情况', '{className} {name} 连续没有报告校外住宿情况，请联系学生。', { name: '学生', className: '班级' }),
    checkDue: template('校外住宿走访', 'todo', '请走访{name}的校外住处', '{className} {name} 在校外住宿，这学期还没有走访或联系上，请走访、视频或电话检查并登记。', {
      name: '学生',
      className: '班级',
    }),
    unreached: template('校外住宿失联', 'todo', '{name}几次没有联系上', '{className} {name} 在校外住宿，检查时 {times} 次没有联系上，请核实；不能联系上的请联系家长。', {
      name: '学生',
      className: '班级',
      times: '次数',
    }),
    expiring: template('校外住宿快到期', 'important', '校外住宿 {toOn} 到期', '你的校外住宿最后一晚是 {toOn}。要续住的请现在申请；不续的请准备返校。', { toOn: '最后一晚' }),
    expired: template('校外住宿到期', 'important', '校外住宿已到期，请返校', '你的校外住宿已于 {toOn} 到期，请返校住宿。', { toOn: '最后一晚' }),
    ended: template('校外住宿结束', 'important', '校外住宿已结束', '你的校外住宿结束，{backOn} 起回宿舍住。', { backOn: '返校日期' }),
    revoked: template('校外住宿撤销', 'important', '校外住宿已撤销，{backOn} 前返校', '你的校外住宿已撤销：{reason}。请在 {backOn} 前返校住宿。', {
      reason: '原因',
      backOn: '期限',
    }),
    risk: template('校外住宿隐患逾期', 'todo', '{name}的校外住处隐患逾期未整改', '{className} {name} 的校外住处有隐患，到 {by} 还没有整改，请核实；不能整改的请撤销。', {
      name: '学生',
      className: '班级',
      by: '整改期限',
    }),
  },
)
