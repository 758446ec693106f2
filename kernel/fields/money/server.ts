import { type FieldServer, numberOf } from '../field-server.ts'

export const server: FieldServer = { column: () => 'bigint', compared: () => 'bigint', schema: () => ({ type: 'integer', nullable: true }), fromText: numberOf }
