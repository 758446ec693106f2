import { type FieldServer, numberOf } from '../field-server.ts'

export const server: FieldServer = {
  column: ({ options }) => `numeric(${options.precision ?? 12},${options.scale ?? 2})`,
  compared: () => 'numeric',
  schema: () => ({ type: 'number', nullable: true }),
  fromText: numberOf,
}
