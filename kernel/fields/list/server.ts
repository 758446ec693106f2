import { type FieldServer, listSchema } from '../field-server.ts'

export const server: FieldServer = {
  column: () => 'jsonb',
  compared: () => 'text',
  isJson: true,
  schema: ({ options }, inner) => (options.of ? { type: 'array', nullable: true, items: inner.field(options.of) } : {}),
  given: listSchema,
}
