import { type FieldServer, TEXT } from '../field-server.ts'

export const server: FieldServer = { column: () => 'text', compared: () => 'text', schema: () => TEXT }
