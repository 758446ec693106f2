import type { Field } from '#model/field.ts'
import { type FieldServer, TEXT } from '../field-server.ts'

const typeOf = ({ options }: Field): string => (options.format === 'uuid' ? 'uuid' : 'text')
export const server: FieldServer = {
  column: typeOf,
  compared: typeOf,
  schema: () => TEXT,
  isMeasured: true,
}
