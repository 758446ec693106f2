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
  'modules/test/server/save.ts': {
    test_attempt:
      'a save, on the measured path on which thousands write every few seconds: the row says who holds the attempt, and is locked, in the statement that keeps the answers',
    test_answer: 'the answers of the same statement, of which the highest number stays',
  },
  'modules/campus/server/staged-persons.ts': {
    person: 'people of an import: their numbers are staged as they are stored, encrypted, so that no write of the gate takes them',
  },
  'modules/identity/server/sso-bind.ts': {
    user_binding: 'written in the transaction that begins the session, which has no gate yet; the audit log keeps it',
  },
}

/** Permitted SQL writes of the kernel to its own tables on which a module has declared an entity, by folder and table, with the reason. */
export const KERNEL_REASONED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'kernel/server/audit': { audit_log: 'append-only: a line has no version, history or cache' },
  'kernel/server/data': { tenant: 'the row of a school, found or made by its code as the program starts, before the school has a gate' },
  'kernel/server/events': { event_delivery: 'the queue’s own state, taken and given back under a lease by all processes' },
  'kernel/server/file-transfer': { attachment: 'the count of downloads, which nobody edits and no history needs' },
  'kernel/server/files': { attachment: 'the row is made under the lock of its content and the store’s room, and follows the row that names it, whose history tells the change' },
  'kernel/server/identity': {
    sys_user: 'password, lock and first activation: written before anybody is signed in, and kept out of the history; the security log keeps them',
    login_log: 'append-only: a line has no version, history or cache',
  },
  'kernel/server/jobs': {
    job: 'lease and next run, decided by the database among all processes, for all schools in one statement',
    job_log: 'append-only lines of runs, with the statement that ends the lease',
  },
  'kernel/server/logs': { error_log: 'inserted or counted in one statement with its own version, whoever of many processes comes first' },
  'kernel/server/notifications': { todo: 'opened, handed on and closed for thousands in one statement with its own version; the row they are about has the history' },
  'kernel/server/operate': {
    attachment: 'run from the command line on files of all schools, while no server may be running',
    file_move: 'run from the command line, as the files it moves',
    bucket: 'run from the command line, as the files it holds',
  },
  'kernel/server/print': { print_template: 'templates and editions of a new version of the program, with the statement that decides whether there is a new edition' },
  'kernel/server/spreadsheets': { job_log: 'lines past their keeping', attachment: 'the file of an import that died, left to the clean-up' },
  'kernel/server/tenants': {
    tenant: 'the platform’s table: its rows are schools and belong to none, so no gate of a school reaches them; the platform’s log tells the change',
    licence: 'with the statement that makes it the licence of the school',
    provision_step: 'progress of opening a school, before its gate has anybody to act for',
    audit_log: 'append-only, in the name of somebody of the platform whom the school does not know',
    sys_user: 'the first administrator of a school that has nobody yet',
    role_user: 'the first administrator of a school that has nobody yet',
    role: 'what every school begins with, in one statement; what it changed stays',
    dictionary: 'what every school begins with, in one statement; what it changed stays',
    dictionary_item: 'what every school begins with, in one statement; what it changed stays',
    menu: 'the tree of a new version of the program, in one statement; the caches are told at its end',
    role_menu: 'grants of new menus and renamed permissions, in one statement; the caches are told at its end',
  },
}
