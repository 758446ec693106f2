import type { Parameter } from '#model'

export const PARAMETERS = {
  scanUrl: { label: '证书文字识别服务地址', initial: '', help: '学校自己的服务；不填时学生照着证书填写' },
  scanKey: { label: '证书文字识别服务密钥', initial: '', secret: true, sentTo: ['scanUrl'] },
} as const satisfies Readonly<Record<string, Parameter>>
