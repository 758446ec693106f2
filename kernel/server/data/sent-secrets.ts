import { type Entity, perEntity, Refusal } from '#model'

type Plain = Readonly<Record<string, unknown>>
/** A field of an entity or a parameter of a group, by its name. */
type Declared = Readonly<Record<string, { readonly label: string; readonly sentTo?: readonly string[] | undefined }>>

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Refuses (422) to leave a stored secret beside a new address: whoever may edit an address must not have the secret sent to themselves.
 *  `given` names what the caller has set anew. An address that becomes empty is no new one; the address after that is. */
export function refuseSecretsToNewAddress(declared: Declared, before: Plain, after: Plain, given: (name: string) => boolean): void {
  for (const [name, { label, sentTo }] of Object.entries(declared)) {
    if (!sentTo?.length || isEmpty(before[name]) || given(name)) continue
    const moved = sentTo.find(address => !isEmpty(after[address]) && after[address] !== before[address])
    if (moved === undefined) continue
    const values = { label, address: declared[moved]?.label ?? moved }
    throw new Refusal(422, [{ field: name, rule: 'record.secretToNewAddress', text: '“{address}”改变时须重新填写“{label}”：已保存的内容不会发送到新的地址', values }])
  }
}
/** The fields of an entity that such a refusal reads; nothing for the many entities without a secret that is sent. */
const sentSecrets = perEntity((of): Declared | null => {
  if (!Object.values(of.fields).some(f => f.options.sentTo?.length)) return null
  return Object.fromEntries(Object.entries(of.fields).map(([name, { label, options }]) => [name, { label, sentTo: options.sentTo }]))
})
/** The same for a write of one row. */
export function keepSecretsHome(of: Entity, before: Plain, patch: Plain): void {
  const declared = sentSecrets(of)
  if (declared) refuseSecretsToNewAddress(declared, before, { ...before, ...patch }, name => patch[name] !== undefined)
}
/** A write of many rows sees no row before; it may name an address only together with the secrets that are sent there. */
export function mustNameSecrets(of: Entity, written: readonly string[]): void {
  for (const [name, { sentTo }] of Object.entries(sentSecrets(of) ?? {})) {
    const address = sentTo?.find(a => written.includes(a))
    if (address && !written.includes(name)) throw new Error(`a write of ${of.name}.${address} must also write ${name}, which is sent there`)
  }
}
