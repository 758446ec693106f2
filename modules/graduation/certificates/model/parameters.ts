import type { Parameter } from '#model'

const PLACES = '可用 {school} {unit} {type} {year} {level} {degree} {serial}，{serial} 为 6 位顺序号'
export const CERTIFICATE_PARAMETERS = {
  schoolCode: { label: '学校代码', initial: '', help: '5 位，用于证书编号' },
  certType: { label: '办学类型代码', initial: '1', help: '普通高等教育为 1' },
  certPattern: { label: '毕业证书编号', initial: '{school}{type}{year}{level}{serial}', help: PLACES },
  certLevels: { label: '毕业证书层次代码', initial: '1:01,2:02,3:04,4:05,5:06', help: '培养层次:代码，用逗号隔开' },
  degreeUnit: { label: '学位授予单位代码', initial: '', help: '5 位，不填时为学校代码' },
  degreePattern: { label: '学位证书编号', initial: '{unit}{degree}{year}{serial}', help: PLACES },
  degreeLevels: { label: '学位代码', initial: '1:2,2:3,3:4,4:4', help: '培养层次:代码，博士 2、硕士 3、学士 4' },
  proofPattern: { label: '毕业证明书编号', initial: '{school}证{year}{serial}', help: PLACES },
  convertYears: { label: '结业换发毕业', initial: 2, min: 0, max: 10, unit: '年', help: '结业后这么多年内可以换发' },
} as const satisfies Readonly<Record<string, Parameter>>
