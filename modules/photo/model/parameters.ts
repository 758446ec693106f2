import type { Parameter } from '#model'
import { KINDS, type Kind } from './photo.ts'

export const BACKGROUNDS = { any: '不检查', blue: '纯蓝', white: '纯白', red: '纯红' } as const
export type Background = keyof typeof BACKGROUNDS
/** What photos of a kind have to be; provincial agencies differ. */
interface Limits {
  types: string
  ratio: string
  minWidth: number
  minHeight: number
  maxWidth: number
  maxHeight: number
  minKb: number
  maxKb: number
  background: Background
}
type LimitKey = keyof Limits
type LimitsOf<K extends Kind> = { [P in LimitKey as `${K}.${P}`]: Parameter & { initial: Limits[P] } }
const LIMITS: { readonly [P in LimitKey]: Omit<Parameter, 'initial'> } = {
  types: { label: '格式', help: 'jpg、png，用逗号隔开' },
  ratio: { label: '宽高比例', help: '如 3:4，不填时不检查' },
  minWidth: { label: '最小宽度', min: 0, max: 10_000, unit: '像素' },
  minHeight: { label: '最小高度', min: 0, max: 10_000, unit: '像素' },
  maxWidth: { label: '最大宽度', min: 0, max: 10_000, unit: '像素' },
  maxHeight: { label: '最大高度', min: 0, max: 10_000, unit: '像素' },
  minKb: { label: '文件最小', min: 0, max: 10_240, unit: 'KB' },
  maxKb: { label: '文件最大', min: 1, max: 10_240, unit: 'KB' },
  background: { label: '背景', choices: BACKGROUNDS },
}
function limits<const K extends Kind>(kind: K, initial: Limits): LimitsOf<K> {
  const pairs = Object.entries(LIMITS).map(([key, about]) => [`${kind}.${key}`, { ...about, label: `${KINDS[kind]}：${about.label}`, initial: initial[key as LimitKey] }])
  return Object.fromEntries(pairs) as LimitsOf<K>
}
const ANY = { types: 'jpg,jpeg,png', ratio: '3:4', minWidth: 240, minHeight: 320, maxWidth: 4000, maxHeight: 4000, minKb: 10, maxKb: 5120, background: 'any' } as const
export const PARAMETERS = {
  batchMax: { label: '一个批次的照片', initial: 10_000, min: 100, max: 20_000, unit: '张照片' },
  selfReplacements: { label: '学生自己更换照片', initial: 2, min: 0, max: 20, unit: '次' },
  selfKinds: { label: '学生可以自己上传', initial: 'enrolment', help: 'admission、enrolment、graduation，用逗号隔开' },
  faceUrl: { label: '人脸计数服务地址', initial: '', help: '学校自己的服务；不填时不检查人脸数' },
  faceKey: { label: '人脸计数服务密钥', initial: '', secret: true, sentTo: ['faceUrl'] },
  ...limits('admission', { ...ANY, ratio: '', minWidth: 100, minHeight: 130, minKb: 3 }),
  ...limits('enrolment', ANY),
  ...limits('graduation', { types: 'jpg,jpeg', ratio: '3:4', minWidth: 480, minHeight: 640, maxWidth: 480, maxHeight: 640, minKb: 30, maxKb: 5120, background: 'blue' }),
} as const satisfies Readonly<Record<string, Parameter>>
