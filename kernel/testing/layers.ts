/** Layers of kernel/server from the bottom up. Folders of one row do not import each other, only rows below. */
export const LAYERS: readonly (readonly string[])[] = [
  ['base', 'flow', 'row-types.ts'],
  ['context.ts'],
  ['registry', 'extensions'],
  ['data', 'i18n'],
  ['access', 'audit', 'files', 'notifications', 'codegen'],
  ['params', 'licence'],
  ['records', 'jobs', 'demo'],
  ['events', 'ledger', 'deadlines'],
  ['http'],
  ['identity', 'spreadsheets', 'measures'],
  ['api-clients', 'file-transfer', 'live', 'print', 'statistics'],
  ['logs', 'tenants'],
  ['start'],
  ['operate'],
]

/** Layers of kernel/web, likewise. */
export const WEB_LAYERS: readonly (readonly string[])[] = [
  ['base'],
  ['credentials', 'i18n'],
  ['http', 'home', 'position', 'layout'],
  ['values', 'offline'],
  ['feedback', 'pages'],
  ['theme', 'rich', 'scan', 'desk'],
  ['session', 'files', 'charts'],
  ['inputs', 'login'],
  ['forms'],
  ['spreadsheets'],
  ['records', 'print'],
  ['shell', 'statistics', 'big-screen'],
  ['app'],
]
