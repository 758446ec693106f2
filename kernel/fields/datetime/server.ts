import { type FieldServer, TEXT } from '../field-server.ts'

export const server: FieldServer = { column: () => 'timestamptz', compared: () => 'timestamptz', schema: () => TEXT, format: 'date-time' }
