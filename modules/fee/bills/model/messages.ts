import { messagesOf, template } from '#model'

const about = { item: '项目', xn: '学年', owed: '应缴（元）', dueDate: '缴费截止' }
export const BILL_MESSAGES = messagesOf('fee', about, {
  issued: template('新账单', 'info', '{xn} 学年{item}请缴费', '{xn} 学年{item}共 {owed} 元，请在 {dueDate} 前缴清。'),
  due: template('缴费到期提醒', 'todo', '{item}请在 {dueDate} 前缴清', '{xn} 学年{item}还欠 {owed} 元，{dueDate} 到期。'),
  overdue: template('欠费提醒', 'important', '{item}已逾期', '{xn} 学年{item}还欠 {owed} 元，应在 {dueDate} 前缴清。有困难可以申请缓缴、分期或国家助学贷款。'),
  deferralEnded: template('缓缴到期', 'important', '{item}缓缴到期', '{xn} 学年{item}的缓缴已到期，还欠 {owed} 元。'),
})
