/** One error: field, rule, message and its values. */
export interface Issue {
  field?: string
  row?: number
  /** `{module}.{entity}.{refusal}`, unique in the product; `value.*` for value validation. */
  rule: string
  /** Chinese message with `{name}` placeholders. */
  text: string
  values?: Readonly<Record<string, unknown>>
}
/** Body codes of the wire contract (X3). */
export type Code = 400 | 401 | 403 | 404 | 409 | 422 | 423 | 428 | 429 | 500 | 503

/** Thrown to refuse a request; the HTTP layer translates it for the reader. */
export class Refusal extends Error {
  readonly code: Code
  readonly issues: readonly Issue[]
  readonly data: unknown
  constructor(code: Code, issues: readonly Issue[], data: unknown = null, cause?: unknown) {
    super(issues[0] ? fill(issues[0].text, issues[0].values) : String(code), { cause })
    this.code = code
    this.issues = issues
    this.data = data
  }
}
/** Singular or plural form for a number (also formatted, `1,234`): `day` for 1, `days` otherwise. */
export const wordFor = (number: unknown, one: string, other: string): string => (String(number).replaceAll(',', '') === '1' ? one : other)

/** Fills the `{name}` placeholders; `{days|day|days}` picks the form matching the value of `days`. */
export const fill = (text: string, values: Readonly<Record<string, unknown>> = {}): string =>
  text.replace(/\{(\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}/g, (place, name: string, one?: string, other?: string) => {
    if (!(name in values)) return place
    return one === undefined || other === undefined ? String(values[name] ?? '—') : wordFor(values[name], one, other)
  })

/** Builds the refusal of a declared rule: `refuse(claimBed, 'taken', { bed })`. */
export function refusalOf(
  of: { module: string; name: string; of?: string; refusals?: Readonly<Record<string, string>>; options?: { refusals?: Readonly<Record<string, string>> } },
  key: string,
  values?: Record<string, unknown>,
  field?: string,
): Refusal {
  const text = of.refusals?.[key] ?? of.options?.refusals?.[key]
  if (!text) throw new Error(`${of.module}.${of.name} declares no refusal ${key}`)
  return new Refusal(422, [{ rule: `${of.module}.${of.of ?? of.name}.${key}`, text, ...(values ? { values } : {}), ...(field ? { field } : {}) }])
}
