import { type Entity, type Field, type Fields, labelKey, shownFields } from '#model'

type Schema = Record<string, unknown>
const TYPES: Partial<Record<Field['kind'], Schema>> = {
  integer: { type: 'integer', nullable: true },
  money: { type: 'integer', nullable: true },
  decimal: { type: 'number', nullable: true },
  bool: { type: 'boolean', nullable: true },
  json: {},
  shape: {},
  list: {},
  files: { type: 'array', nullable: true, items: { type: 'string' } },
}
/** JSON schema of one value as it is answered. */
export function fieldSchema(field: Field): Schema {
  const title = field.label
  if (field.kind === 'shape') return { title, type: 'object', nullable: true, properties: fieldsSchema(field.options.fields ?? {}) }
  if (field.kind === 'list' && field.options.of) return { title, type: 'array', nullable: true, items: fieldSchema(field.options.of) }
  return { title, ...(TYPES[field.kind] ?? { type: 'string', nullable: true }) }
}
/** Properties of fields, each reference with the name of what it points at. */
export function fieldsSchema(fields: Fields): Record<string, Schema> {
  const made: Record<string, Schema> = {}
  for (const [name, field] of Object.entries(fields)) {
    made[name] = fieldSchema(field)
    if (field.kind === 'ref' && !(labelKey(name) in fields)) made[labelKey(name)] = { title: field.label, type: 'string', nullable: true }
  }
  return made
}
export const rowSchema = (e: Entity): Schema => ({
  type: 'object',
  properties: {
    id: { type: 'string' },
    version: { type: 'integer' },
    ...fieldsSchema(Object.fromEntries(shownFields(e))),
    createdAt: { type: 'string', nullable: true },
    createdBy: { type: 'string', nullable: true },
    updatedAt: { type: 'string', nullable: true },
    updatedBy: { type: 'string', nullable: true },
  },
})
export const envelopeSchema = (data: Schema): Schema => ({
  type: 'object',
  properties: { code: { type: 'integer' }, success: { type: 'boolean' }, msg: { type: 'string' }, data, traceId: { type: 'string' } },
})
export const pageSchema = (row: Schema): Schema => ({
  type: 'object',
  properties: {
    result: { type: 'array', items: row },
    page: { type: 'object', properties: { total: { type: 'integer' }, current: { type: 'integer' }, size: { type: 'integer' }, pages: { type: 'integer' } } },
    current: { type: 'integer' },
    size: { type: 'integer' },
  },
})
export const SAVED_SCHEMA: Schema = { type: 'object', properties: { id: { type: 'string' }, version: { type: 'integer' } } }
/** JSON schema of what may be handed in, for the documentation page. */
export function inputSchema(fields: Fields, required: boolean): Schema {
  const given = Object.entries(fields).filter(([, f]) => !f.options.readonly && !f.options.computed)
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      given.map(([n, f]) => [
        n,
        {
          ...fieldSchema(f),
          ...(f.options.max !== undefined && f.kind === 'text' ? { maxLength: f.options.max } : {}),
          ...(f.options.choices ? { enum: Object.keys(f.options.choices) } : {}),
          ...(f.options.help ? { description: f.options.help } : {}),
        },
      ]),
    ),
    ...(required ? { required: given.filter(([, f]) => f.options.required && f.options.initial === undefined).map(([n]) => n) } : {}),
  }
}
