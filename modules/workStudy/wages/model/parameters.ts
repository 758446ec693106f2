import type { Parameter } from '#model'

export const WAGE_PARAMETERS = {
  taxTable: { label: '代扣税', initial: '', help: '如 800:20 表示超过 800 元的部分扣 20%，多级用逗号分开；不填为不扣，请向财务处确认' },
} as const satisfies Readonly<Record<string, Parameter>>
