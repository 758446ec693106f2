import { type FieldServer, TEXT } from '../field-server.ts'

export const server: FieldServer = { column: () => 'uuid', compared: () => 'uuid', schema: () => TEXT, format: 'uuid' }
