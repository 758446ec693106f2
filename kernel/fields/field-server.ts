import type { Field, Fields } from '#model/field.ts'
import { MOST_ITEMS } from './field-model.ts'

/** A JSON schema. */
export type Schema = Record<string, unknown>
/** Schemas of what is inside a value. */
export interface InnerSchemas {
  field(field: Field): Schema
  fields(fields: Fields): Record<string, Schema>
  /** Of an object that is given. */
  object(fields: Fields): Schema
}
/** How a kind of field is stored, filtered by and described on the wire. */
export interface FieldServer {
  /** Type of its column in a drafted migration. */
  column: (field: Field) => string
  /** PostgreSQL type as which filters compare its values. */
  compared: (field: Field) => string
  /** Stored as JSON: lists filter only by whether it is empty. */
  isJson?: true
  /** Of a value in a response. */
  schema: (field: Field, inner: InnerSchemas) => Schema
  /** Of a value in a request, where it differs. */
  given?: (field: Field, inner: InnerSchemas) => Schema
  /** Format of the text in a JSON schema. */
  format?: string
  /** `min` and `max` count characters. */
  isMeasured?: true
  /** The value of a query's text; the text itself unless given. */
  fromText?: (text: string) => unknown
}
export const TEXT: Schema = { type: 'string', nullable: true }
const UUID: Schema = { type: 'string', format: 'uuid' }
/** Of a list that is given. */
export const listSchema = ({ options: { of, maxFiles, max } }: Field, inner: InnerSchemas): Schema => ({
  type: 'array',
  items: of ? inner.field(of) : UUID,
  maxItems: maxFiles ?? max ?? MOST_ITEMS,
})
export const numberOf = (text: string): unknown => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text)
