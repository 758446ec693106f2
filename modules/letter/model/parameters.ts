import type { Parameter } from '#model'

export const LETTER_PARAMETERS = {
  pattern: { label: '通知书编号', initial: '{year}{level}{seq5}', help: '可用 {year} {level} {seq5}，seq 后的数字是顺序号位数' },
  'print.batch': { label: '打印批次', initial: 500, min: 1, max: 1000, unit: '份', help: '每批合并成一个文件' },
  'track.url': { label: '物流查询地址', initial: '', help: '快递100 的实时查询接口；不填时导入承运方给的表格' },
  'track.customer': { label: '物流查询客户编号', initial: '' },
  'track.key': { label: '物流查询密钥', initial: '', secret: true, sentTo: ['track.url'] },
  showCopy: { label: '学生可看电子版', initial: true },
} as const satisfies Readonly<Record<string, Parameter>>
