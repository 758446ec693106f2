/** The part of JSON schema that answers are declared in (see schema.ts). No type is anything that JSON can carry. */
export interface AnswerSchema {
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
  nullable?: boolean
  properties?: Readonly<Record<string, AnswerSchema>>
  items?: AnswerSchema
}
type Shape = (value: unknown) => unknown

/** Writes answers of a declared shape: what is not declared is not copied, and only the copy is written. As fast as a serialiser written for each
 *  schema, and without one's code in memory for each of hundreds of routes: a shape is made when its route first answers. */
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
/** One literal with every property: made much faster than a loop over names could. */
function objectShape({ properties = {}, nullable }: AnswerSchema): Shape {
  const names = Object.keys(properties)
  const shapes = names.map(name => shapeOf(properties[name] as AnswerSchema))
  const parts = names.map((name, i) => `${JSON.stringify(name)}: s${i}(v[${JSON.stringify(name)}])`)
  // Names are of our own declarations; nothing of a request stands in the code.
  const copy = new Function(...names.map((_, i) => `s${i}`), `return v => ({ ${parts.join(', ')} })`)(...shapes) as Shape
  return v => (typeof v === 'object' && v !== null ? copy(v) : v === undefined || (v === null && nullable) ? v : {})
}
