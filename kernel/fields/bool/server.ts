import type { FieldServer } from '../field-server.ts'

export const server: FieldServer = {
  column: () => 'boolean',
  compared: () => 'boolean',
  schema: () => ({ type: 'boolean', nullable: true }),
  fromText(text) {
    if (text === '1' || text === 'true') return true
    return text === '0' || text === 'false' ? false : text
  },
}
