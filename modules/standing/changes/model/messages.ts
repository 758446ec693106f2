import { messagesOf, template } from '#model'

const about = { type: '类型', on: '生效日期', until: '到期日' }

/** The flow tells of applications and decisions; these cover what comes after. */
export const CHANGE_MESSAGES = messagesOf('standing', about, {
  recorded: template('代为办理异动', 'important', '老师为你办理了{type}', '{by} 为你办理了{type}，{on} 生效。', { by: '办理人' }),
  effective: template('异动生效', 'important', '{name} {type}已生效', '{className} {name} 的{type}自 {on} 起生效。', { name: '学生', className: '班级' }),
  reversed: template('异动撤销', 'important', '{name} 的{type}已撤销', '{className} {name} 在 {on} 生效的{type}已撤销：{reason}', {
    name: '学生',
    className: '班级',
    reason: '原因',
  }),
  periodEnds: template('休学或保留期将满', 'important', '{type}还有 {days} 天到期', '{name} 的{type}到 {until} 期满，请在期满前申请复学。逾期不申请的，学校可以按退学处理。', {
    name: '学生',
    days: '剩余天数',
  }),
  periodInYear: template('休学或保留期本学年到期', 'info', '{type}在 {xn} 学年到期', '{name} 的{type}到 {until} 期满，请在期满前申请复学。', { name: '学生', xn: '学年' }),
  periodOver: template(
    '休学或保留期已满',
    'urgent',
    '{name} 的{type}已期满，没有申请复学',
    '{className} {name} 的{type}到 {until} 期满，没有申请复学（《普通高等学校学生管理规定》第三十条）。',
    {
      name: '学生',
      className: '班级',
    },
  ),
  filingDue: template('转学备案将到期', 'todo', '{name} 的{type}要在 {due} 前备案', '{className} {name} 的{type}自 {on} 起生效，要在 {due} 前报省级教育行政部门备案。', {
    name: '学生',
    className: '班级',
    due: '备案期限',
  }),
  filingOver: template('转学备案逾期', 'urgent', '{name} 的{type}没有按期备案', '{className} {name} 的{type}应在 {due} 前报省级教育行政部门备案，还没有登记备案。', {
    name: '学生',
    className: '班级',
    due: '备案期限',
  }),
  stuck: template('异动未能生效', 'urgent', '{name} 的{type}没有生效', '{className} {name} 的{type}应于 {on} 生效，没有成功：{reason}', {
    name: '学生',
    className: '班级',
    reason: '原因',
  }),
})
