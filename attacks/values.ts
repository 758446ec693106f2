import fc from 'fast-check'
import type { Endpoint, Schema } from './contract.ts'
import type { Seen } from './seen.ts'

/** A request to send. */
export interface Shot {
  method: 'GET' | 'POST'
  /** Including the query. */
  path: string
  headers: Record<string, string>
  body: string | undefined
}
const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e青蓝\u200b',
  "' or 1=1 --",
  '%',
  '_%\\',
  '%00',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}<%= 7 %>',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '1e400',
  '-0',
  '99999999999999999999',
  '0000-00-00',
  '2026-02-30',
  '0000-01-01',
  '2026-02-30T08:00:00+08:00',
  '0000-01-01T00:00:00Z',
  '2026-01-01T24:00:00+99:99',
  '2026-01-01T00:00:00+23:59',
  '2026-02-30T08:00:00',
  '2026-02-28T25:61',
  '2026-02-30|'.padEnd(47, 'a'),
  '275760-09-14',
  '-000001-01-01T00:00:00Z',
  '25:61',
  '00000000-0000-0000-0000-000000000000',
  '00000000-0000-0000-0000-00000000000g',
  '('.repeat(500),
  '[',
  '𠮷'.repeat(300),
  'a'.repeat(20_000),
] as const
const HOSTILE: readonly unknown[] = [
  ...HOSTILE_TEXTS,
  null,
  true,
  0,
  -1,
  0.1,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  [],
  [null],
  [[]],
  {},
  { $ne: 1 },
  { id: {} },
  // keys that collide with object prototypes, not expressible as a literal
  JSON.parse('{"toString": 1, "then": 1, "length": -1}'),
  JSON.parse('{"__proto__": {"isAdmin": true}}'),
  { constructor: 1 },
  [{ toString: 1 }],
  Array.from({ length: 1001 }, () => 'x'),
  nested(200),
]
function nested(depth: number): unknown {
  return depth ? { a: nested(depth - 1) } : 1
}
const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true }).map(d => d.toISOString())
const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid(),
  date: day.map(d => d.slice(0, 10)),
  time: day.map(d => d.slice(11, 16)),
  'date-time': day,
  email: fc.constant('a@example.edu.cn'),
  uri: fc.constant('https://example.edu.cn/a'),
}
const word = fc.oneof(
  fc.constantFrom('1', 'a', '张三', '测试', 'student', 'all', '20230101', '13800000001', 'A-1'),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(...HOSTILE_TEXTS),
)

/** A value for a field: one seen under that name, a valid one, or an invalid one. */
function anyOf(name: string, schema: Schema, seen: Seen, at: string): fc.Arbitrary<unknown> {
  const known = seen.of(name, at)
  return fc.oneof(
    { withCrossShrink: true },
    ...(known.length && !schema.items ? [{ arbitrary: fc.constantFrom<unknown>(...known), weight: 12 }] : []),
    { arbitrary: fitting(name, schema, seen, at), weight: 12 },
    { arbitrary: fc.constantFrom(...HOSTILE), weight: 1 },
  )
}
function fitting(name: string, schema: Schema, seen: Seen, at: string): fc.Arbitrary<unknown> {
  if (schema.properties) return objectOf(schema, seen, at)
  if (schema.type === 'array') return fc.array(anyOf(name.replace(/s$/, ''), schema.items ?? {}, seen, at), { maxLength: Math.min(4, Math.max(1, schema.maxItems ?? 4)) })
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? -3, max: Math.max(schema.minimum ?? -3, schema.maximum ?? 300) })
  if (schema.type === 'number') return fc.double({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000, noNaN: true })
  if (schema.format) return FORMATS[schema.format] ?? word
  if (schema.type === 'string') return word.map(text => [...text].slice(0, schema.maxLength ?? 200).join(''))
  return fc.oneof(fc.constantFrom(...HOSTILE), fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>)
}
/** Required fields are nearly always present, others sometimes. */
function objectOf(schema: Schema, seen: Seen, at: string): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => {
    const isRequired = schema.required?.includes(name) ?? false
    return fc.option(anyOf(name, one, seen, at), { nil: undefined, freq: isRequired ? 30 : 1 }).map(value => [name, value] as const)
  })
  return fc.tuple(...fields).map(pairs => Object.fromEntries(pairs.filter(([, value]) => value !== undefined)))
}
const OPERATORS = ['', '.like', '.ge', '.le', '.in', '.isNull', '.nonsense', '.a.b.c.d'] as const
/** Parameters of calls without a declared input. */
const COMMON = [
  'id',
  'ids',
  'fileId',
  'jobId',
  'bizType',
  'bizId',
  'code',
  'state',
  'type',
  'tenantId',
  'userName',
  'mobile',
  'ticket',
  'token',
  'key',
  'source',
  'templateId',
  'size',
]
const common: Schema = { type: 'object', properties: Object.fromEntries(COMMON.map(name => [name, { type: 'string' }])) }
const header = fc.record({
  'accept-language': fc.constantFrom('zh-cn', 'zh-TW', 'en', '*;q=0', 'x'.repeat(300)),
  'idempotency-key': fc.constantFrom('', '', '', 'k1', 'k2', 'x'.repeat(200)),
})

/** A random request to an endpoint, from its schema and the values this caller has seen. */
export function shotAt({ method, path, input }: Endpoint, seen: Seen): fc.Arbitrary<Shot> {
  const given = objectOf(input ?? common, seen, path)
  if (method === 'GET')
    return fc
      .record({ given, header, operator: fc.constantFrom(...OPERATORS), other: fc.constantFrom(...HOSTILE_TEXTS), shape: fc.integer({ min: 0, max: 9 }) })
      .map(({ given, header, operator, other, shape }) => {
        const named = Object.entries(given).map(([name, value]): [string, string] => [shape < 2 ? name + operator : name, asText(value)])
        // 20 % with an operator suffix; 10 % with duplicated parameters, 10 % with a hostile parameter name
        const query = new URLSearchParams([...named, ...(shape === 2 ? named : []), ...(shape === 3 ? [[other.slice(0, 60), '1'] satisfies [string, string]] : [])])
        return { method, path: `${path}?${query}`, headers: shaped(header), body: undefined }
      })
  const json = given.map(body => ['application/json', JSON.stringify(body)] as const)
  const odd = fc.constantFrom(...HOSTILE).map(body => ['application/json', JSON.stringify(body)] as const)
  const extended = fc
    .tuple(given, fc.constantFrom(...HOSTILE_TEXTS), fc.constantFrom(...HOSTILE))
    .map(([body, name, value]) => ['application/json', JSON.stringify({ ...body, [name]: value })] as const)
  const form = given.map(
    body => ['application/x-www-form-urlencoded', String(new URLSearchParams(Object.entries(body).map(([k, v]): [string, string] => [k, asText(v)])))] as const,
  )
  const broken = fc.constantFrom<readonly [string, string]>(
    ['application/json', '{'],
    ['application/json', ''],
    ['text/plain', 'x'],
    ['application/x-www-form-urlencoded', 'a=%&__proto__=1'],
  )
  return fc
    .record({
      header,
      sent: fc.oneof(
        { arbitrary: json, weight: 16 },
        { arbitrary: extended, weight: 2 },
        { arbitrary: odd, weight: 1 },
        { arbitrary: form, weight: 2 },
        { arbitrary: broken, weight: 1 },
        { arbitrary: multipart(given), weight: path.includes('import') || path.includes('put') || path.includes('upload') ? 16 : 1 },
      ),
    })
    .map(({ header, sent: [type, body] }) => ({ method, path, headers: { ...shaped(header), 'content-type': type }, body }))
}
const shaped = (headers: Record<string, string>): Record<string, string> => Object.fromEntries(Object.entries(headers).filter(([, value]) => value))
const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
const LINE = 'qinglan-fuzz'
const multipart = (given: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<readonly [string, string]> =>
  fc
    .tuple(given, fc.constantFrom('a.png', 'a.xlsx', 'a.pdf', '../a.xlsx', 'a'), fc.constantFrom('', 'PK\u0003\u0004', '%PDF-1.4', 'GIF89a', 'x'.repeat(5000)))
    .map(([fields, name, content]) => {
      const parts = Object.entries(fields).map(([k, v]) => `--${LINE}\r\nContent-Disposition: form-data; name="${encodeURIComponent(k)}"\r\n\r\n${asText(v)}\r\n`)
      const file = `--${LINE}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n${content}\r\n`
      return [`multipart/form-data; boundary=${LINE}`, `${parts.join('')}${file}--${LINE}--\r\n`] as const
    })
