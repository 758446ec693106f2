import { messageEvent } from '#model'

export const auditBroken = messageEvent({
  code: 'audit.broken',
  name: '审计记录被改动',
  level: 'urgent',
  variables: { no: '封印号', rows: '校验条数' },
  title: '审计记录被改动',
  content: '审计校验发现记录被改动（封印号 {no}，此前 {rows} 条完整）。请立即查看审计校验，并保护现场。',
})
export const unusualUse = messageEvent({
  code: 'audit.unusualUse',
  name: '异常使用',
  level: 'important',
  variables: { who: '用户', what: '行为', count: '次数', limit: '提醒数' },
  title: '异常使用：{who}',
  content: '{who} 一小时内{what} {count} 次，超过提醒数 {limit}。请核实是否为工作需要。',
})
