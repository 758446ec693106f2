import { type FieldServer, numberOf } from '../field-server.ts'

export const server: FieldServer = { column: () => 'int', compared: () => 'int', schema: () => ({ type: 'integer', nullable: true }), fromText: numberOf }
