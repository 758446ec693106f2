import type { Parameter } from '#model'

export const PARAMETERS = {
  includeIncomplete: { label: '肄业的也是校友', initial: false, help: '毕业和结业的总是校友' },
  selfClaim: { label: '开放校友认领', initial: true, help: '没有账号的老校友在登录页的“校友认领”登记自己；要有短信通道' },
  donationItem: { label: '捐赠的收费项目', initial: 'donation', help: '收费项目的编号，性质为代收；没有这个项目时不能网上捐赠' },
  leastGift: { label: '每次至少捐', initial: 1, min: 1, max: 10_000, unit: '元' },
  payDays: { label: '网上捐赠的支付期限', initial: 7, min: 1, max: 60, unit: '天', help: '过了期限没有支付的不再保留' },
} as const satisfies Readonly<Record<string, Parameter>>
