export const SIGN_KINDS = ['MD5', 'HMAC-SHA256', 'RSA2', 'SM2'] as const
export type SignKind = (typeof SIGN_KINDS)[number]
/** Our words for the fields of the other side. */
export const CONTRACT_FIELDS = [
  ...['merchantNo', 'appId', 'orderNo', 'amount', 'title', 'noticeUrl', 'returnUrl', 'expireAt', 'time', 'nonce', 'payUrl', 'state', 'txnNo', 'paidAt', 'code', 'message'],
  ...['refundNo', 'refundAmount', 'refundState', 'date', 'rows', 'fee', 'kind'],
] as const
export type ContractField = (typeof CONTRACT_FIELDS)[number]
const CALLS = ['prepay', 'query', 'close', 'refund', 'queryRefund', 'statement'] as const
export type ContractCall = (typeof CALLS)[number]
const VALUES = ['ok', 'paid', 'closed', 'absent', 'refunded', 'refundFailed', 'refundRow'] as const
type ContractValue = (typeof VALUES)[number]

/** A bank's or school's own payment platform, declared as data: what it calls things, where they go, how they are signed. */
export interface Contract {
  /** `cashier`: an order is sent and paid on their page; `push`: the receivable is sent, and they collect it. */
  mode: 'cashier' | 'push'
  unit: 'fen' | 'yuan'
  format: 'json' | 'form'
  sign: {
    kind: SignKind
    /** Name of the field with the signature, and others that it leaves out. */
    field: string
    without: readonly string[]
    /** What follows `k=v&…`, such as `&key={key}`. */
    suffix: string
    encoding: 'hex' | 'HEX' | 'base64'
  }
  fields: Readonly<Partial<Record<ContractField, string>>>
  /** Sent with every call. */
  fixed: Readonly<Record<string, string>>
  paths: Readonly<Partial<Record<ContractCall, string>>>
  /** Their values of codes and states. */
  values: Readonly<Record<ContractValue, readonly string[]>>
  ack: { ok: string; fail: string }
  /** Page on which people pay what was pushed. */
  portal: string
}
/** What is wrong with a declaration, in the reader's words. */
export class ContractFault extends Error {}
type Plain = Readonly<Record<string, unknown>>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)
function plainOf(text: string): Plain {
  try {
    const value = JSON.parse(text) as unknown
    if (isPlain(value)) return value
  } catch {
    // refused below
  }
  throw new ContractFault('JSON')
}
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 300
function oneOf<const T extends string>(of: Plain, key: string, allowed: readonly T[], otherwise?: T): T {
  const found = allowed.find(a => a === (of[key] ?? otherwise))
  if (!found) throw new ContractFault(`${key}: ${allowed.join(' | ')}`)
  return found
}
function texts(of: unknown, name: string, allowed?: readonly string[]): Record<string, string> {
  const given = of ?? {}
  if (!isPlain(given)) throw new ContractFault(`${name}: {}`)
  for (const [key, value] of Object.entries(given)) if (!isText(value) || (allowed && !allowed.includes(key))) throw new ContractFault(`${name}.${key}`)
  return given as Record<string, string>
}
const list = (value: unknown, name: string): readonly string[] => {
  const given = typeof value === 'string' ? [value] : (value ?? [])
  if (!Array.isArray(given) || !given.every(isText)) throw new ContractFault(name)
  return given
}
function signOf(of: unknown): Contract['sign'] {
  if (!isPlain(of)) throw new ContractFault('sign: {}')
  const kind = oneOf(of, 'kind', SIGN_KINDS)
  const { field = 'sign', suffix = kind === 'MD5' ? '&key={key}' : '' } = of
  if (!isText(field) || !isText(suffix)) throw new ContractFault('sign.field, sign.suffix')
  const encoding = oneOf(of, 'encoding', ['hex', 'HEX', 'base64'], kind === 'RSA2' ? 'base64' : 'hex')
  return { kind, field, suffix, encoding, without: list(of.without, 'sign.without') }
}
const NEEDED = ['orderNo', 'amount', 'state', 'txnNo', 'merchantNo'] as const
/** Reads a declaration; throws `ContractFault` for what is missing or unknown. */
export function contractOf(text: string): Contract {
  const of = plainOf(text)
  const [fields, paths, values, ack] = [texts(of.fields, 'fields', CONTRACT_FIELDS), texts(of.paths, 'paths', CALLS), of.values ?? {}, texts(of.ack, 'ack', ['ok', 'fail'])]
  const missing = NEEDED.find(name => !fields[name])
  if (missing) throw new ContractFault(`fields.${missing}`)
  if (!paths.prepay || !paths.query) throw new ContractFault('paths.prepay, paths.query')
  if (!isPlain(values)) throw new ContractFault('values: {}')
  const portal = of.portal ?? ''
  if (!isText(portal)) throw new ContractFault('portal')
  return {
    mode: oneOf(of, 'mode', ['cashier', 'push'], 'cashier'),
    unit: oneOf(of, 'unit', ['fen', 'yuan'], 'fen'),
    format: oneOf(of, 'format', ['json', 'form'], 'json'),
    sign: signOf(of.sign),
    ...{ fields, paths, portal, fixed: texts(of.fixed, 'fixed') },
    values: Object.fromEntries(VALUES.map(name => [name, list(values[name], `values.${name}`)])) as unknown as Contract['values'],
    ack: { ok: ack.ok ?? 'success', fail: ack.fail ?? 'fail' },
  }
}
