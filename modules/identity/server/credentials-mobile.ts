import { isMobile, Refusal } from '#model'
import type { Realm } from '#server/context.ts'
import type { Gate } from '#server/data/gate.ts'
import { md5Of } from '#server/identity/body.ts'
import type { CodeScene } from '#server/identity/codes.ts'
import type { Identity } from '#server/identity/index.ts'
import { noteFailure, signInWay } from '#server/identity/ways.ts'
import { settings } from '#server/params/identity-parameters.ts'
import { type Holder, holdersOf } from './credentials-codes.ts'

const PICK_SECONDS = 120
export const maskMobile = (mobile: string): string => `${mobile.slice(0, 3)}****${mobile.slice(-4)}`
const maskNo = (no: string): string => (no.length > 4 ? `${no.slice(0, 2)}${'*'.repeat(no.length - 4)}${no.slice(-2)}` : `${no.slice(0, 1)}***`)
const maskName = (name: string): string => `${[...name][0] ?? ''}${'*'.repeat(Math.max(1, [...name].length - 1))}`
export const wrongCode = (field = 'password'): Refusal => new Refusal(400, [{ field, rule: 'identity.code.wrong', text: '验证码不正确或已过期' }])

export interface Proof {
  identity: Identity
  db: Gate
  realm: Realm
  /** Purpose the code was requested for. */
  scene: CodeScene
  /** A number, or the ticket of an account chosen after it. */
  given: string
  md5Hex: string
  ip: string
}
const purposeOf = (p: Proof): string => `pick ${p.scene} ${p.db.me.tenantId} ${p.realm}`

/** The account that a mobile code proves: the only one with the number, or the one chosen by ticket. Several accounts give a 409 with masked names and a ticket each. */
export async function provenBy(proof: Proof): Promise<string> {
  const { identity, db, realm, scene, given, md5Hex } = proof
  if (!isMobile(given)) return (await identity.challenges.take<string>('sms', purposeOf(proof), given, md5Hex)) ?? fail()
  const isRight = await identity.codes.check({ tenantId: db.me.tenantId, scene, mobile: given }, md5Hex)
  const holders = isRight ? await holdersOf(db, realm, given) : []
  if (holders.length > 1) throw await toPick(proof, holders)
  return holders[0]?.id ?? fail()
}
const fail = (): never => {
  throw wrongCode()
}
async function toPick(proof: Proof, holders: readonly Holder[]): Promise<Refusal> {
  const accounts = await Promise.all(holders.map(async h => ({ ticket: await pickTicket(proof, h.id), accountNo: maskNo(h.accountNo), nickName: maskName(h.nickName) })))
  return new Refusal(409, [{ rule: 'identity.code.several', text: '这个手机号有 {count} 个账号，请选择要登录的账号', values: { count: accounts.length } }], { accounts })
}
/** Single-use ticket to continue with this account after a verified code. */
export const pickTicket = (proof: Proof, userId: string): Promise<string> =>
  proof.identity.challenges.make({ kind: 'sms', purpose: purposeOf(proof), secret: proof.md5Hex, data: userId, ip: proof.ip, seconds: PICK_SECONDS })

/** Type `mobile` of the password grant: a verified number and the code sent to it. */
export default signInWay({ grant: 'password', type: 'mobile' }, async call => {
  const { identity, school, params } = call
  identity.signIn.limitAddress(call.origin.ip, settings('login', await identity.deps.params(school.id, 'login')))
  const given = (params.username ?? '').trim()
  if (!given) throw new Refusal(400, [{ field: 'username', rule: 'identity.code.mobile', text: '请输入 11 位手机号码' }])
  const md5Hex = md5Of('password', params.password ?? '')
  try {
    return { userId: await provenBy({ identity, db: call.db, realm: call.realm, scene: 'login', given, md5Hex, ip: call.origin.ip }) }
  } catch (error) {
    if (error instanceof Refusal && error.code === 400) noteFailure(call, { way: 'mobile', account: isMobile(given) ? maskMobile(given) : '—', reason: 'code' })
    throw error
  }
})
