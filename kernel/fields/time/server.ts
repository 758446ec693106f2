import { type FieldServer, TEXT } from '../field-server.ts'

export const server: FieldServer = { column: () => 'text', compared: () => 'time', schema: () => TEXT, format: 'time' }
