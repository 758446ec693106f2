export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[] | { readonly [key: string]: QueryValue }
export type Query = Readonly<Record<string, QueryValue>>

/** Query string: nested keys joined by dots, lists by commas; empty values are omitted. */
export function queryString(query: Query = {}): string {
  const pairs = new URLSearchParams()
  collect(pairs, '', query)
  return pairs.size ? `?${pairs}` : ''
}
function collect(pairs: URLSearchParams, prefix: string, query: Query): void {
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    if (Array.isArray(value)) {
      if (value.length) pairs.append(prefix + key, value.join(','))
    } else if (typeof value === 'object') collect(pairs, `${prefix}${key}.`, value as Query)
    else pairs.append(prefix + key, String(value))
  }
}
