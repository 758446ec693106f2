import { messageEvent } from '#model'

/** Messages about nights. Missing students are reported in one digest, not one by one (20-DN4). */
export const NIGHT_MESSAGES = {
  closing: messageEvent({
    code: 'dormitory.nightClosing',
    name: '晚点名将截止',
    level: 'important',
    variables: { dorm: '楼栋', closesAt: '截止时间' },
    title: '晚点名 {closesAt} 截止，你还没有点名',
    content: '{dorm}今晚点名 {closesAt} 截止。在宿舍请打开“晚点名”点一下；回不来请联系辅导员。',
    channels: ['wecom'],
  }),
  digest: messageEvent({
    code: 'dormitory.nightDigest',
    name: '晚归未归汇总',
    level: 'urgent',
    variables: { night: '日期', count: '人数', repeated: '近 30 晚再次未归', names: '名单' },
    sensitivity: { names: 'S1' },
    title: '{night} 晚 {count} 名学生未归',
    content: '{night} 晚未归 {count} 人，其中近 30 晚再次未归 {repeated} 人，按先后联系：{names}',
    channels: ['wecom'],
  }),
  escalated: messageEvent({
    code: 'dormitory.nightEscalated',
    name: '未归未处置上报',
    level: 'urgent',
    variables: { night: '日期', count: '人数', minutes: '分钟', names: '名单' },
    sensitivity: { names: 'S1' },
    title: '{count} 名未归学生 {minutes} 分钟仍未处置',
    content: '{night} 晚有 {count} 名未归学生超过 {minutes} 分钟没有处置：{names}',
    channels: ['wecom', 'sms'],
  }),
  duty: messageEvent({
    code: 'dormitory.nightDuty',
    name: '夜间值班提醒',
    level: 'important',
    variables: { night: '日期', place: '范围' },
    title: '你今晚值班',
    content: '{night} 晚{place}由你值班，未归学生超时没有处置时会通知你，请保持电话畅通。',
    channels: ['wecom'],
  }),
  notFound: messageEvent({
    code: 'dormitory.nightNotFound',
    name: '未归学生未找到',
    level: 'urgent',
    variables: { name: '学生', className: '班级', bed: '床位', nextStep: '下一步', by: '处置人' },
    sensitivity: { name: 'S1' },
    title: '{className} {name} 未找到',
    content: '{by}登记：{className} {name}（{bed}）未找到，下一步：{nextStep}',
    channels: ['wecom', 'sms'],
  }),
} as const
