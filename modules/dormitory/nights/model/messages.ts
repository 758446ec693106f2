import { messagesOf, template } from '#model'

/** Messages about nights. Missing students are reported in one digest, not one by one (20-DN4). */
export const NIGHT_MESSAGES = messagesOf(
  'dormitory',
  {},
  {
    nightClosing: template(
      '晚点名将截止',
      'important',
      '晚点名 {closesAt} 截止，你还没有点名',
      '{dorm}今晚点名 {closesAt} 截止。在宿舍请打开“晚点名”点一下；回不来请联系辅导员。',
      { dorm: '楼栋', closesAt: '截止时间' },
    ),
    nightDigest: template(
      '晚归未归汇总',
      'urgent',
      '{night} 晚 {count} 名学生未归',
      '{night} 晚未归 {count} 人，其中近 30 晚再次未归 {repeated} 人，按先后联系：{names}',
      { night: '日期', count: '人数', repeated: '近 30 晚再次未归', names: '名单' },
      { sensitivity: { names: 'S1' } },
    ),
    nightEscalated: template(
      '未归未处置上报',
      'urgent',
      '{count} 名未归学生 {minutes} 分钟仍未处置',
      '{night} 晚有 {count} 名未归学生超过 {minutes} 分钟没有处置：{names}',
      { night: '日期', count: '人数', minutes: '分钟', names: '名单' },
      { channels: ['webPush', 'wecom', 'sms'], sensitivity: { names: 'S1' } },
    ),
    nightDuty: template('夜间值班提醒', 'important', '你今晚值班', '{night} 晚{place}由你值班，未归学生超时没有处置时会通知你，请保持电话畅通。', { night: '日期', place: '范围' }),
    nightNotFound: template(
      '未归学生未找到',
      'urgent',
      '{className} {name} 未找到',
      '{by}登记：{className} {name}（{bed}）未找到，下一步：{nextStep}',
      { name: '学生', className: '班级', bed: '床位', nextStep: '下一步', by: '处置人' },
      { channels: ['webPush', 'wecom', 'sms'], sensitivity: { name: 'S1' } },
    ),
  },
)
