import type { Experiment } from './experiment.ts'
import { auditEdited } from './experiments/audit-edited.ts'
import { claims } from './experiments/claims.ts'
import { decisions } from './experiments/decisions.ts'
import { instanceKilled } from './experiments/instance-killed.ts'
import { lostReply } from './experiments/lost-reply.ts'
import { postgresKilled } from './experiments/postgres-killed.ts'
import { refreshTabs } from './experiments/refresh-tabs.ts'

/** All of them, by the name they are run by. */
export const EXPERIMENTS: Readonly<Record<string, Experiment>> = {
  'lost-reply': lostReply,
  'refresh-tabs': refreshTabs,
  decisions,
  claims,
  'audit-edited': auditEdited,
  'postgres-killed': postgresKilled,
  'instance-killed': instanceKilled,
}
/** What is asked of the product and cannot be tried yet. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'payment callbacks, shuffled, repeated and forged': 'there is no module that takes payments yet',
}
