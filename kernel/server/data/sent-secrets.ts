import { type Entity, perEntity, Refusal } from '#model'

type Plain = Readonly<Record<string, unknown>>
/** A field of an entity or a parameter of a group, by its name. */
type Declared = Readonly<Record<string, { readonly label: string; readonly sentTo?: readonly string[] | undefined }>>

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Refuses (422) a new address that keeps the stored secret sent there: otherwise an editor of the address could have the secret sent to themselves. `given` tells which secrets the
 *  caller has set anew. Clearing an address is allowed; the next address counts as new. */
export function refuseSecretsToNewAddress(declared: Declared, before: Plain, after: Plain, given: (name: string) => boolean): void {
  for (const [name, { label, sentTo }] of Object.entries(declared)) {
    if (!sentTo?.length || isEmpty(before[name]) || given(name)) continue
    const moved = sentTo.find(address => !isEmpty(after[address]) && after[address] !== before[address])
    if (moved === undefined) continue
    const values = { label, address: declared[moved]?.label ?? moved }
    throw new Refusal(422, [{ field: name, rule: 'record.secretToNewAddress', text: '“{address}”改变时须重新填写“{label}”：已保存的内容不会发送到新的地址', values }])
  }
}
/** Fields this check reads; null for the many entities without such a secret. */
const sentSecrets = perEntity((of): Declared | null => {
  if (!Object.values(of.fields).some(f => f.options.sentTo?.length)) return null
  return Object.fromEntries(Object.entries(of.fields).map(([name, { label, options }]) => [name, { label, sentTo: options.sentTo }]))
})
/** Same check for a single-row write. */
export function keepSecretsHome(of: Entity, before: Plain, patch: Plain): void {
  const declared = sentSecrets(of)
  if (declared) refuseSecretsToNewAddress(declared, before, { ...before, ...patch }, name => patch[name] !== undefined)
}
/** A set-based write does not see the old rows, so it may set an address only together with the secrets sent there. */
export function mustNameSecrets(of: Entity, written: readonly string[]): void {
  for (const [name, { sentTo }] of Object.entries(sentSecrets(of) ?? {})) {
    const address = sentTo?.find(a => written.includes(a))
    if (address && !written.includes(name)) throw new Error(`a write of ${of.name}.${address} must also write ${name}, which is sent there`)
  }
}
