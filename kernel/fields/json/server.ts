import type { FieldServer } from '../field-server.ts'

export const server: FieldServer = { column: () => 'jsonb', compared: () => 'text', isJson: true, schema: () => ({}) }
