import { type FieldServer, TEXT } from '../field-server.ts'

export const server: FieldServer = { column: () => 'date', compared: () => 'date', schema: () => TEXT, format: 'date' }
