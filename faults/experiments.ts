import type { Experiment } from './experiment.ts'
import { auditEdited } from './experiments/audit-edited.ts'
import { claims } from './experiments/claims.ts'
import { clocksApart } from './experiments/clocks-apart.ts'
import { closeKilled } from './experiments/close-killed.ts'
import { decisions } from './experiments/decisions.ts'
import { diskFull } from './experiments/disk-full.ts'
import { instanceKilled } from './experiments/instance-killed.ts'
import { issueKilled } from './experiments/issue-killed.ts'
import { lockHeld } from './experiments/lock-held.ts'
import { lostReply } from './experiments/lost-reply.ts'
import { network } from './experiments/network.ts'
import { noisySchool } from './experiments/noisy-school.ts'
import { noticesKilled } from './experiments/notices-killed.ts'
import { numberingKilled } from './experiments/numbering-killed.ts'
import { numbersKilled } from './experiments/numbers-killed.ts'
import { outboxKilled } from './experiments/outbox-killed.ts'
import { overload } from './experiments/overload.ts'
import { payoutKilled } from './experiments/payout-killed.ts'
import { postgresKilled } from './experiments/postgres-killed.ts'
import { postgresRestarted } from './experiments/postgres-restarted.ts'
import { providers } from './experiments/providers.ts'
import { refreshTabs } from './experiments/refresh-tabs.ts'
import { restore } from './experiments/restore.ts'
import { restoreMoment } from './experiments/restore-moment.ts'
import { rollingRestart } from './experiments/rolling-restart.ts'
import { rolloverKilled } from './experiments/rollover-killed.ts'
import { spreadsheetBomb } from './experiments/spreadsheet-bomb.ts'
import { storeReadOnly } from './experiments/store-read-only.ts'

/** All experiments by name. */
export const EXPERIMENTS: Readonly<Record<string, Experiment>> = {
  'lost-reply': lostReply,
  'refresh-tabs': refreshTabs,
  decisions,
  claims,
  'audit-edited': auditEdited,
  'postgres-killed': postgresKilled,
  'instance-killed': instanceKilled,
  'postgres-restarted': postgresRestarted,
  network,
  providers,
  'lock-held': lockHeld,
  'outbox-killed': outboxKilled,
  'issue-killed': issueKilled,
  'payout-killed': payoutKilled,
  'notices-killed': noticesKilled,
  'numbering-killed': numberingKilled,
  'close-killed': closeKilled,
  'numbers-killed': numbersKilled,
  'rollover-killed': rolloverKilled,
  'clocks-apart': clocksApart,
  'store-read-only': storeReadOnly,
  'disk-full': diskFull,
  'spreadsheet-bomb': spreadsheetBomb,
  overload,
  'noisy-school': noisySchool,
  'rolling-restart': rollingRestart,
  restore,
  'restore-moment': restoreMoment,
}
/** Requirements that cannot be tested yet. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'a line to the database that goes deaf without being cut':
    'found by asking the server over another line (a test of the kernel holds it); tried once with the whole program: what waited on it was answered 503 after 17 s where new lines work, after 25 s where none does, the next request at once',
}
