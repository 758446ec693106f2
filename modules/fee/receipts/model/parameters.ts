import type { Parameter } from '#model'

export const RECEIPT_PARAMETERS = {
  receiptService: { label: '电子票据服务地址', initial: '', help: '财政或税务电子票据平台的接口地址；不填时由本系统编号，内部使用' },
  receiptKey: { label: '电子票据服务密钥', initial: '', secret: true, sentTo: ['receiptService'], help: '请求用它签名（HMAC-SHA256）' },
} as const satisfies Readonly<Record<string, Parameter>>
