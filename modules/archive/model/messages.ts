import { messagesOf, template } from '#model'

export const ARCHIVE_MESSAGES = messagesOf(
  'archive',
  { archiveNo: '档案号' },
  {
    received: template('档案收到', 'info', '你的档案已到校', '你的档案（{archiveNo}）已收到，由学校保管。{lacks}', { lacks: '缺少的材料' }),
    missing: template('档案缺材料', 'important', '你的档案缺少材料', '你的档案（{archiveNo}）还缺少：{lacks}。请尽快交到档案室，或请原学校补寄。', { lacks: '缺少的材料' }),
    sent: template('档案寄出', 'important', '你的档案已转出', '你的档案（{archiveNo}）已由{carrier}转往{unit}，函号 {letterNo}，运单号 {trackingNo}。', {
      carrier: '转递方式',
      unit: '接收单位',
      letterNo: '函号',
      trackingNo: '运单号',
    }),
    delivered: template('档案送达', 'info', '你的档案已送达', '{unit}已收到你的档案（{archiveNo}）。', { unit: '接收单位' }),
    returned: template('档案退回', 'important', '你的档案被退回', '转往{unit}的档案（{archiveNo}）被退回：{reason}。请核对毕业去向。', { unit: '接收单位', reason: '原因' }),
    goesHome: template('档案退回家庭所在地', 'todo', '{name}的档案退回家庭所在地', '{name}已被开除学籍。请核对接收单位，把档案（{archiveNo}）退回家庭所在地。', { name: '学生' }),
  },
)
const letter = { letterNo: '函号', unit: '接收单位', days: '天数' } as const
export const DISPATCH_MESSAGES = messagesOf('archiveDispatch', letter, {
  inquiry: template('档案没有回执', 'todo', '函 {letterNo} 寄出 {days} 天没有回执', '寄往{unit}的函 {letterNo} 已寄出 {days} 天，没有收到回执，请向对方查询。'),
  overdue: template('档案回执逾期', 'urgent', '函 {letterNo} 寄出 {days} 天没有回执', '寄往{unit}的函 {letterNo} 已寄出 {days} 天，没有收到回执，请督办。'),
})
