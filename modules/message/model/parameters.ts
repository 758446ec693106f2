import type { Parameter } from '#model'

const MODES = { off: '不用', log: '只记录，不发送', on: '发送' }
/** The school's settings for messages. */
export const PARAMETERS = {
  mergeMinutes: { label: '消息合并时间', initial: 10, min: 0, max: 1440, unit: '分钟', help: '同一事件、同一人、同一业务在这段时间内只有一条消息；各事件可以另设' },
  massCount: { label: '批量操作汇总', initial: 5, min: 1, max: 100, unit: '条', help: '一次操作给同一名教职工的同类消息超过这个数，就合成一条汇总' },
  quietFrom: { label: '免打扰开始', initial: '22:00', help: '这段时间不发短信、推送、企业微信和邮件，紧急消息除外' },
  quietTo: { label: '免打扰结束', initial: '07:00' },
  smsDaily: { label: '每日短信上限', initial: 20_000, min: 0, max: 10_000_000, unit: '条', help: '用到 80% 提醒管理员，用完后只发验证码和紧急消息；0 表示不限' },
  smsMonthly: { label: '每月短信上限', initial: 300_000, min: 0, max: 100_000_000, unit: '条', help: '0 表示不限' },
  emailMode: { label: '邮件', initial: 'log', choices: MODES },
  smtpHost: { label: '邮件服务器', initial: '', help: '例如 smtp.exmail.qq.com' },
  smtpPort: { label: '邮件服务器端口', initial: 465, min: 1, max: 65_535, help: '465 加密连接；25、587 连接后尽可能升级为加密' },
  smtpUser: { label: '邮箱账号', initial: '' },
  smtpPassword: { label: '邮箱密码', initial: null, secret: true, sentTo: ['smtpHost', 'smtpPort'] },
  mailFrom: { label: '发件人', initial: '', help: '例如 学工处 <xgc@example.edu.cn>；不填用邮箱账号' },
  webPushMode: { label: '浏览器推送', initial: 'on', choices: MODES, help: '只推送给自己在设备上开启的人；经浏览器厂商的推送服务加密送达，要求网站使用 https' },
  wecomMode: { label: '企业微信', initial: 'log', choices: MODES },
  wecomAddress: { label: '企业微信接口地址', initial: 'https://qyapi.weixin.qq.com' },
  wecomCorpId: { label: '企业 ID', initial: '' },
  wecomAgentId: { label: '应用 AgentId', initial: '' },
  wecomSecret: { label: '应用 Secret', initial: null, secret: true, sentTo: ['wecomAddress'] },
} as const satisfies Readonly<Record<string, Parameter>>
