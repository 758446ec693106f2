import { messagesOf, template } from '#model'

export const LEAGUE_MESSAGES = messagesOf(
  'league',
  { span: '月份', amount: '金额（元）', dueDate: '缴费截止' },
  {
    feeDue: template('团费待缴', 'todo', '{span} 的团费 {amount} 元', '{span} 的团费共 {amount} 元，请在 {dueDate} 前缴清。'),
    feeRemind: template('提醒缴团费', 'important', '{span} 的团费还没有缴', '{span} 的团费 {amount} 元还没有缴，截止 {dueDate}。'),
    paidForYou: template('代缴团费', 'info', '{by}为你缴了 {amount} 元团费', '{by}为你缴了 {span} 的团费 {amount} 元。', { by: '代缴人' }),
  },
)
export const CLOCK_MESSAGES = messagesOf(
  'league',
  {},
  {
    behind: template('支部收缴落后', 'important', '{branch}的团费收到 {percent}%', '{plan}：{branch}还有 {unpaid} 人未缴，收到 {percent}%，截止 {dueDate}。', {
      plan: '收缴计划',
      branch: '团支部',
      unpaid: '未缴人数',
      percent: '进度',
      dueDate: '缴费截止',
    }),
    sixMonths: template('连续未缴团费', 'todo', '{name}已连续 {months} 个月未缴团费', '{name}已连续 {months} 个月未缴团费，请谈话了解情况。', { name: '团员', months: '月数' }),
    graduates: template('毕业生团组织关系', 'info', '今年有 {n} 名团员毕业', '今年有 {n} 名团员毕业，请办理团组织关系转接。', { n: '人数' }),
  },
)
