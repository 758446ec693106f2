import { messagesOf, template } from '#model'

const about = { orderNo: '单号', place: '地点', type: '类型' }
export const REPAIR_MESSAGES = messagesOf('repair', about, {
  accepted: template('报修已接单', 'info', '{worker}已接单', '{place}的{type}由{worker}维修，预计 {comingAt} 上门。', { worker: '维修工', comingAt: '预计上门' }),
  suspended: template('报修暂停', 'info', '维修暂停：{reason}', '{place}的{type}暂停维修：{reason}，预计 {resumeOn} 恢复。', { reason: '原因', resumeOn: '恢复日期' }),
  done: template('报修完工请确认', 'todo', '修好了吗？请确认', '{place}的{type}已完工，请确认是否修好；{days} 天内不答复视为修好。', { days: '天数' }),
  rejected: template('报修退回', 'important', '报修单被退回', '{place}的{type}（{orderNo}）没有受理：{reason}', { reason: '原因' }),
  merged: template('报修合并', 'info', '报修已合并处理', '{place}的{type}与 {into} 是同一故障，一起处理，进展照样通知你。', { into: '并入的单号' }),
  confirmedByRule: template('报修自动确认', 'info', '报修已自动确认', '{place}的{type}完工 {days} 天没有答复，已自动确认；还可以评价。', { days: '天数' }),
  charged: template('维修费用请答复', 'todo', '维修费用 {amount} 请答复', '{place}的{type}属人为损坏，费用 {amount}，请答复是否同意承担。', { amount: '金额' }),
  chargeDecided: template('维修费用已决定', 'important', '维修费用已决定', '{place}的{type}费用 {amount}，由{payBy}承担：{reason}', {
    amount: '金额',
    payBy: '承担方',
    reason: '说明',
  }),
  assigned: template('新工单', 'todo', '新工单：{type}', '{place}：{type}，请在 {until} 前接单。', { until: '接单截止' }),
  taken: template('工单转出', 'info', '工单已转出', '{place}的{type}不再由你维修：{reason}', { reason: '原因' }),
  pooled: template('报修单待人工派单', 'todo', '{place}的{type}等人派单', '{orderNo}：{reason}。', { reason: '原因' }),
  warning: template('报修即将超时', 'important', '{place}的{type}快要超时', '{orderNo} 应在 {until} 前完工。', { until: '应完工' }),
  breach: template('报修超时', 'urgent', '{place}的{type}已超时', '{orderNo} 应在 {until} 前完工，还没有完工。', { until: '应完工' }),
  escalated: template('报修严重超时', 'urgent', '{place}的{type}严重超时', '{orderNo} 应在 {until} 前完工，维修工{worker}，至今没有完工。', { until: '应完工', worker: '维修工' }),
  disputed: template('维修费用有争议', 'todo', '维修费用有争议', '{place}的{type}费用 {amount}，报修人不同意承担：{reason}', { amount: '金额', reason: '原因' }),
  lowScore: template('低分评价请回访', 'todo', '{place}的{type}评分低，请回访', '{orderNo} 平均 {mean} 分。', { mean: '平均分' }),
})
export const STOCK_MESSAGES = messagesOf(
  'repair',
  { material: '材料', stock: '库存', least: '下限' },
  {
    lowStock: template('维修材料不足', 'info', '{material}低于下限', '{material}还有 {stock}，下限 {least}。', {}, { channels: [] }),
  },
)
