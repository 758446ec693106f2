import { type Code, Refusal } from '#model'

/** Refusals of provisioning, licensing and closing schools; rule key `tenancy.school.{key}`. */
const SCHOOL_TEXTS = {
  codeForm: '这不是完整的注册码，请从授权函中整段复制',
  signature: '注册码的签名不对：它不是本产品的供应商签发的，或者复制时有改动',
  machine: '注册码是为另一台服务器签发的：机器码 {licensed}，本机是 {own}',
  schoolName: '注册码是为“{licensed}”签发的，填写的学校名称是“{given}”',
  expired: '注册码已于 {expireDate} 到期',
  used: '这个注册码已经用过了',
  unknown: '没有这所学校',
  nameTaken: '已有名为“{schoolName}”的学校，编号 {code}',
  state: '学校现在是“{state}”，不能{verb}',
  adminName: '用户名只能用字母、数字、点、短横线和下划线',
  packageGone: '链接无效，或数据包已超过 {days} 天被删除',
  packageWaits: '数据包还在生成，请稍后再来',
} as const
export type SchoolRule = keyof typeof SCHOOL_TEXTS
export const schoolRefusal = (key: SchoolRule, values: Record<string, unknown> = {}, code: Code = 422, data: unknown = null): Refusal =>
  new Refusal(code, [{ rule: `tenancy.school.${key}`, text: SCHOOL_TEXTS[key], values }], data)

export const STATE_NAMES = {
  registering: '注册中',
  provisioning: '开通中',
  active: '正常',
  grace: '宽限期',
  limited: '已到期',
  frozen: '已冻结',
  closed: '已关闭',
} as const
