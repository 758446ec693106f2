import type { Parameter } from '#model'

export const VERIFY_PARAMETERS = {
  'face.pass': { label: '人脸比对通过分数', initial: 80, min: 50, max: 100, help: '低于这个分数不能直接通过，由第二人复核' },
  'verify.keepMonths': { label: '核验照片保留', initial: 6, min: 1, max: 24, unit: '个月', help: '入学复查后保留这么久，到期删除照片，核验结果保留' },
  'verify.readerUrl': { label: '读卡服务地址', initial: '', help: '学校内网的身份证读卡服务；不填时照着证件录入' },
  'verify.readerKey': { label: '读卡服务密钥', initial: '', secret: true, sentTo: ['verify.readerUrl'] },
  'verify.faceUrl': { label: '人脸比对服务地址', initial: '', help: '学校自己的服务；不填时由人比对' },
  'verify.faceKey': { label: '人脸比对服务密钥', initial: '', secret: true, sentTo: ['verify.faceUrl'] },
} as const satisfies Readonly<Record<string, Parameter>>
