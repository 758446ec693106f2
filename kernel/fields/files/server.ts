import { type FieldServer, listSchema } from '../field-server.ts'

export const server: FieldServer = {
  column: () => 'jsonb',
  compared: () => 'text',
  isJson: true,
  schema: () => ({ type: 'array', nullable: true, items: { type: 'string' } }),
  given: listSchema,
}
