/** The subset of JSON schema that responses are declared in (see schema.ts). Without a type, any JSON value. */
export interface AnswerSchema {
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
  nullable?: boolean
  properties?: Readonly<Record<string, AnswerSchema>>
  items?: AnswerSchema
}
type Shape = (value: unknown) => unknown

/** Serialises responses of a declared shape: undeclared properties are not copied, and only the copy is written. As fast as a serialiser generated per schema, without holding
 *  the code of hundreds of them: the shape is compiled on the first response. */
export function serialiser(schema: AnswerSchema): (answer: unknown) => string {
  let shape: Shape | undefined
  return answer => {
    shape ??= shapeOf(schema)
    return JSON.stringify(shape(answer) ?? null)
  }
}
const isNone = (value: unknown): boolean => value === null || value === undefined
const SHAPES: Record<'string' | 'integer' | 'number' | 'boolean' | 'any', Shape> = {
  string: v => (typeof v === 'string' || isNone(v) ? v : v instanceof Date ? v.toISOString() : String(v)),
  integer: v => (typeof v === 'number' || isNone(v) ? v : Number(v)),
  number: v => (typeof v === 'number' || isNone(v) ? v : Number(v)),
  boolean: v => (typeof v === 'boolean' || isNone(v) ? v : Boolean(v)),
  any: v => v,
}
function shapeOf(schema: AnswerSchema): Shape {
  if (schema.type === 'object') return objectShape(schema)
  if (schema.type === 'array') {
    const item = shapeOf(schema.items ?? {})
    return v => (Array.isArray(v) ? v.map(one => item(one)) : v === undefined ? v : null)
  }
  return SHAPES[schema.type ?? 'any']
}
/** One object literal with every property: much faster than a loop over names. */
function objectShape({ properties = {}, nullable }: AnswerSchema): Shape {
  const names = Object.keys(properties)
  const shapes = names.map(name => shapeOf(properties[name] as AnswerSchema))
  const parts = names.map((name, i) => `${JSON.stringify(name)}: s${i}(v[${JSON.stringify(name)}])`)
  // Names come from our own declarations; no request data ends up in the code.
  const copy = new Function(...names.map((_, i) => `s${i}`), `return v => ({ ${parts.join(', ')} })`)(...shapes) as Shape
  return v => (typeof v === 'object' && v !== null ? copy(v) : v === undefined || (v === null && nullable) ? v : {})
}
