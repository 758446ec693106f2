/** Kernel tables without an entity, by the module that owns them and may write them. */
export const KERNEL_TABLES: Readonly<Record<string, string>> = {
  // the module sets the retention of the API call counters
  api_day: 'audit',
  api_client_day: 'audit',
  // steps of a file migration between stores; its entity is fileMove
  file_move_object: 'file',
  // QR sign-in is another kind of the kernel's challenges
  auth_challenge: 'identity',
  // old versions and sequence numbers of the entity printTemplate
  print_template_edition: 'print',
  print_sequence: 'print',
}
/** Kernel files that write the change history in their own statement, with the reason. */
export const HISTORY_BY_HAND: Readonly<Record<string, string>> = {
  'kernel/server/api-clients/call-log.ts': 'calls of outside programs, of many tenants and trace ids, written in portions after the fact',
  'kernel/server/spreadsheets/apply.ts': 'an import compares its temporary table with the rows, in the statements that write them',
}
/** Permitted SQL writes of an entity's table, by file and table, with the reason. */
export const REASONED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'modules/dormitory/claims/server/log.ts': {
    claim_log: 'travels with the commit of each claim, on the measured path on which a whole school chooses at once',
  },
  'modules/dormitory/claims/server/claim-bed.ts': {
    dorm_stay: 'the claim: holds that are over, beds given up and the new stay in one statement, which the constraints decide',
    operation_log: 'the history of the same statement',
  },
  'modules/dormitory/access/server/ingest-passages.ts': {
    access_device: 'counters of every delivery, which is authenticated from the cached devices: the gate would drop these in all processes each time',
  },
  'modules/message/server/fan-out.ts': {
    message: 'one statement, under the lock of the school, renews what tells the same and writes what is new, for one person or thirty thousand',
    message_delivery: 'the ways the same statement takes, by address and preference of each person',
  },
  'modules/signIn/server/sign.ts': {
    sign_line:
      'the press, on the measured path on which a whole school signs in a few minutes: the lock of the row, the clock of the database and who was first on a phone decide in one statement',
  },
  'modules/campus/server/staged-persons.ts': {
    person: 'people of an import: their numbers are staged as they are stored, encrypted, so that no write of the gate takes them',
  },
  'modules/identity/server/sso-bind.ts': {
    user_binding: 'written in the transaction that begins the session, which has no gate yet; the audit log keeps it',
  },
}
