/** Tests that run in a process of their own: they declare entities or kinds of application, replace another module, or change process-wide state; declarations cannot be
 *  undone. All other tests share processes, since loading every module takes longer than most of them. */
export const APART = [
  'kernel/web/**/*.test.{ts,tsx}',
  'kernel/testing/{fixture,structure,test-files}.test.ts',
  'kernel/flow/validate.test.ts',
  'kernel/model/states.test.ts',
  'kernel/server/data/present.test.ts',
  'kernel/server/codegen/codegen.test.ts',
  'kernel/server/data/{bulk,shuffle,slow-queries}.test.ts',
  'kernel/server/events/dead-letters.test.ts',
  'kernel/server/files/*.test.ts',
  'kernel/server/flow/bpmn.test.ts',
  'kernel/server/http/{open-pages,trace}.test.ts',
  'kernel/server/identity/stop.test.ts',
  'kernel/server/deadlines/deadlines.test.ts',
  'kernel/server/ledger/ledger.test.ts',
  'kernel/server/notifications/row-todos.test.ts',
  'kernel/server/registry/*.test.ts',
  'kernel/server/logs/no-audit-no-read.test.ts',
  'kernel/server/spreadsheets/export.test.ts',
  'kernel/server/base/time-sync.test.ts',
  'modules/workflow/{demo,drafts,cases/in-force,flows/{definitions,designer,in-use,simulate,working-time},oversight/oversight}.test.ts',
]
/** Tests of flows all declare the test application `errand` and share processes of their own. */
export const FLOWS = ['modules/workflow/{*,*/*}.test.ts']
/** Suites that take minutes: backups, crashes, whole workbooks, attacks. They start first, and `npm run test:near` leaves them out. */
export const SLOW = ['{attacks,faults}/*.test.ts', 'kernel/server/operate/*.test.ts', 'modules/student/import.test.ts']
/** Those of them that run in a process of their own. */
export const SLOW_APART = ['kernel/server/spreadsheets/{import,import-crash,import-files,undo}.test.ts']
/** The longest suites: whole schools restored, moved and crashed, and every answer to every reader searched for personal values. Together with everything else they take two cores
 *  longer than CI has, so `npm test` leaves them out; `npm run test:all` runs them, too. */
export const LONGEST = ['attacks/sensitive.test.ts', 'e2e/{crash,image}.test.ts', 'kernel/server/operate/{point-in-time-recovery,stores}.test.ts', 'scripts/move.test.ts']
/** Everything that runs in a process of its own. */
export const ISOLATED = [...APART, ...SLOW_APART, ...LONGEST]
/** Tests in a browser. */
export const BROWSER = ['e2e/*.test.ts']
