/** Layers of kernel/server from the bottom up. Folders of one row do not import each other, only rows below. */
export const LAYERS: readonly (readonly string[])[] = [
  ['base', 'flow'],
  ['context.ts'],
  ['registry', 'extensions'],
  ['data', 'i18n'],
  ['access', 'audit', 'files', 'notifications', 'codegen'],
  ['params', 'licence'],
  ['records', 'jobs'],
  ['events', 'ledger', 'deadlines'],
  ['http'],
  ['identity', 'spreadsheets', 'measures'],
  ['api-clients', 'file-transfer', 'live', 'print', 'statistics'],
  ['logs', 'tenants'],
  ['start'],
  ['operate'],
]
