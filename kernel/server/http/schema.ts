import type { InnerSchemas, Schema } from '#fields/field-server.ts'
import { SERVERS } from '#fields/servers.ts'
import { type Entity, type Field, type Fields, isReference, labelKey, rowPermissions, shownFields } from '#model'

/** JSON schema of one value in a response. */
export const fieldSchema = (field: Field): Schema => ({ title: field.label, ...SERVERS[field.kind].schema(field, ANSWERED) })
const ANSWERED: InnerSchemas = { field: field => fieldSchema(field), fields: fields => fieldsSchema(fields), object: fields => inputSchema(fields, true) }
const GIVEN: InnerSchemas = { ...ANSWERED, field: field => givenSchema(field) }
/** Properties of fields, each reference with the display name of its target. */
export function fieldsSchema(fields: Fields): Record<string, Schema> {
  const made: Record<string, Schema> = {}
  for (const [name, field] of Object.entries(fields)) {
    made[name] = fieldSchema(field)
    if (isReference(field) && !(labelKey(name) in fields)) made[labelKey(name)] = { title: field.label, type: 'string', nullable: true }
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
    ...abilitiesSchema(e),
  },
})
/** `abilities`: what the caller may do with some rows of a list and not with others. */
function abilitiesSchema(e: Entity): Record<string, Schema> {
  const names = rowPermissions(e).map(({ name }) => name)
  if (!names.length) return {}
  const properties = Object.fromEntries(names.map(name => [name, { type: 'boolean', enum: [false] }]))
  return { abilities: { type: 'object', nullable: true, description: ABILITIES, properties } }
}
const ABILITIES =
  'What the caller holds the permission for and may yet not do with this row, which lies outside the data scope of that permission: the call would answer 404. Absent where nothing is withheld.'
export const envelopeSchema = (data: Schema): Schema => ({
  type: 'object',
  properties: { code: { type: 'integer' }, success: { type: 'boolean' }, msg: { type: 'string' }, data, traceId: { type: 'string' } },
})
export const pageSchema = (row: Schema): Schema => ({
  type: 'object',
  properties: {
    result: { type: 'array', items: row },
    page: {
      type: 'object',
      properties: { total: { type: 'integer' }, current: { type: 'integer' }, size: { type: 'integer' }, pages: { type: 'integer' }, more: { type: 'boolean' } },
    },
    current: { type: 'integer' },
    size: { type: 'integer' },
  },
})
export const SAVED_SCHEMA: Schema = { type: 'object', properties: { id: { type: 'string' }, version: { type: 'integer' } } }
/** JSON schema of an input, for documentation; it validates nothing. `required` lists the mandatory fields. */
export function inputSchema(fields: Fields, required: boolean): Schema {
  const given = Object.entries(fields).filter(([, f]) => !f.options.readonly && !f.options.computed)
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(given.map(([n, f]) => [n, givenSchema(f)])),
    ...(required ? { required: given.filter(([, f]) => f.options.required && f.options.initial === undefined).map(([n]) => n) } : {}),
  }
}
const UUID: Schema = { type: 'string', format: 'uuid' }
const FORMATS: Readonly<Record<string, string>> = { uuid: 'uuid', email: 'email', url: 'uri' }
function givenSchema(field: Field): Schema {
  const { max, min, choices, help, format } = field.options
  const { given, schema, format: own, isMeasured } = SERVERS[field.kind]
  const words = { title: field.label, ...(help ? { description: help } : {}) }
  if (given) return { ...given(field, GIVEN), ...words }
  const { nullable: _nullable, ...type } = schema(field, GIVEN)
  const named = own ?? FORMATS[format ?? '']
  return {
    ...type,
    ...words,
    ...(max !== undefined ? { [isMeasured ? 'maxLength' : 'maximum']: max } : {}),
    ...(min !== undefined ? { [isMeasured ? 'minLength' : 'minimum']: min } : {}),
    ...(named ? { format: named } : {}),
    ...(choices ? { enum: Object.keys(choices) } : {}),
  }
}
const PAGING: Readonly<Record<string, Schema>> = {
  current: { type: 'integer', minimum: 1 },
  size: { type: 'integer', minimum: 1, maximum: 200 },
  keyword: { type: 'string' },
  sort: { type: 'string', description: 'field names, `-` before one for descending' },
  columns: { type: 'string', description: 'field names' },
}
/** Query of a list: paging, order, and filters by field, with the suffix `.like`, `.ge`, `.le`, `.in` or `.isNull` where it applies. */
export const listSchema = (e: Entity): Schema => ({
  type: 'object',
  properties: { ...PAGING, id: UUID, ...Object.fromEntries(shownFields(e).map(([n, f]) => [n, givenSchema(f)])) },
})
/** Inputs of the verbs that name rows. */
export const ROW_INPUTS = {
  getOne: { type: 'object', properties: { id: UUID, columns: PAGING.columns }, required: ['id'] },
  history: { type: 'object', properties: { id: UUID }, required: ['id'] },
  remove: { type: 'object', properties: { ids: { type: 'string', description: 'ids, joined by commas' } }, required: ['ids'] },
  reveal: {
    type: 'object',
    properties: { id: UUID, fields: { type: 'array', items: { type: 'string' } }, reason: { type: 'string', maxLength: 200 } },
    required: ['id', 'fields'],
  },
} as const
export function updateSchema(e: Entity): Schema {
  const own = inputSchema(e.fields, false)
  return { ...own, properties: { id: UUID, version: { type: 'integer' }, ...(own.properties as Schema) }, required: ['id', 'version'] }
}
