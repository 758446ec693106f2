export { numberAll } from './certify.ts'
export { payAwards } from './money.ts'
export type { Award } from './records.ts'
