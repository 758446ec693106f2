/** Tables of the kernel without an entity, by the module that is their face: it may write them. */
export const KERNEL_TABLES: Readonly<Record<string, string>> = {
  // the module sets how long the counters of calls are kept
  api_day: 'audit',
  api_client_day: 'audit',
  // the steps of a move between stores, whose entity is fileMove
  file_move_object: 'file',
  // signing in by scanning is one more kind of the kernel's challenges
  auth_challenge: 'identity',
  // earlier editions and running numbers of the entity printTemplate
  print_template_edition: 'print',
  print_sequence: 'print',
  // an ordered query is a file job that the kernel's export worker does not know
  export_job: 'query',
}
/** Kernel files that write the history in a statement of their own, with the reason. */
export const HISTORY_BY_HAND: Readonly<Record<string, string>> = {
  'kernel/server/api-clients/call-log.ts': 'calls of outside programs, of many tenants and trace ids, written in portions after the fact',
  'kernel/server/spreadsheets/apply.ts': 'an import compares its temporary table with the rows, in the statements that write them',
}
/** SQL writes of an entity's table that stay, by file and table, with the reason. */
export const REASONED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'modules/dormitory/server/claim/log.ts': {
    claim_log: 'travels with the commit of each claim, on the measured path on which a whole school chooses at once',
  },
  'modules/dormitory/server/claim/claim-bed.ts': {
    dorm_stay: 'the claim: holds that are over, beds given up and the new stay in one statement, which the constraints decide',
    operation_log: 'the history of the same statement',
  },
  'modules/dormitory/server/access/ingest-passages.ts': {
    access_device: 'counters of every delivery, which is authenticated from the cached devices: the gate would drop these in all processes each time',
  },
  'modules/message/server/fan-out.ts': {
    message: 'one statement, under the lock of the school, renews what tells the same and writes what is new, for one person or thirty thousand',
    message_delivery: 'the ways the same statement takes, by address and preference of each person',
  },
  'modules/identity/server/sso-bind.ts': {
    user_binding: 'written in the transaction that begins the session, which has no gate yet; the audit log keeps it',
  },
}
/** SQL writes that have not been moved to the gate, by file. The list only shrinks. */
export const LEFT: Readonly<Record<string, number>> = {
  'modules/audit/server/retention.ts': 1,
  'modules/campus/server/calendar-rules.ts': 1,
  'modules/campus/server/persons.ts': 1,
  'modules/campus/server/staged-persons.ts': 1,
  'modules/dormitory/server/arrears/ledger.ts': 2,
  'modules/dormitory/server/arrears/reminders.ts': 1,
  'modules/dormitory/server/arrears/run.ts': 3,
  'modules/dormitory/server/arrears/utility.ts': 1,
  'modules/dormitory/server/change/board.ts': 1,
  'modules/dormitory/server/change/mass-carry.ts': 1,
  'modules/dormitory/server/change/mass-list.ts': 1,
  'modules/dormitory/server/change/mass-plan.ts': 2,
  'modules/dormitory/server/check/rechecks.ts': 1,
  'modules/dormitory/server/check/score.ts': 3,
  'modules/dormitory/server/check/violation.ts': 2,
  'modules/dormitory/server/check/weeks.ts': 2,
  'modules/dormitory/server/damage/charge.ts': 1,
  'modules/dormitory/server/holiday/central.ts': 1,
  'modules/dormitory/server/holiday/depart.ts': 1,
  'modules/dormitory/server/move-in/arrivals.ts': 1,
  'modules/dormitory/server/move-in/expire-choices.ts': 3,
  'modules/dormitory/server/move-in/plans.ts': 1,
  'modules/file/server/buckets.ts': 1,
  'modules/file/server/documents.ts': 1,
  'modules/file/server/move.ts': 8,
  'modules/outing/server/jobs.ts': 1,
  'modules/outing/server/stays.ts': 2,
  'modules/print/server/copy-template.ts': 3,
  'modules/print/server/save-template.ts': 1,
  'modules/print/server/templates.ts': 1,
  'modules/query/server/run.ts': 1,
  'modules/query/server/schedule.ts': 1,
  'modules/signIn/server/away.ts': 2,
  'modules/signIn/server/jobs.ts': 3,
  'modules/signIn/server/counts.ts': 1,
  'modules/signIn/server/devices.ts': 3,
  'modules/signIn/server/close-dates.ts': 4,
  'modules/signIn/server/evidence.ts': 1,
  'modules/signIn/server/find-flags.ts': 1,
  'modules/signIn/server/history.ts': 1,
  'modules/signIn/server/listeners.ts': 5,
  'modules/signIn/server/makeups.ts': 1,
  'modules/signIn/server/make-dates.ts': 2,
  'modules/signIn/server/open-dates.ts': 6,
  'modules/signIn/server/sign.ts': 3,
  'modules/signIn/server/staff.ts': 3,
}
