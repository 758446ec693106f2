import { type FieldServer, TEXT } from '../field-server.ts'

export const server: FieldServer = {
  column: () => 'text',
  compared: ({ options }) => (options.format === 'uuid' ? 'uuid' : 'text'),
  schema: () => TEXT,
  isMeasured: true,
}
