import type { FieldServer } from '../field-server.ts'

export const server: FieldServer = {
  column: () => 'jsonb',
  compared: () => 'text',
  isJson: true,
  schema: ({ options }, inner) => ({ type: 'object', nullable: true, properties: inner.fields(options.fields ?? {}) }),
  given: ({ options }, inner) => inner.object(options.fields ?? {}),
}
