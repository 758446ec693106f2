import { lazily } from '#web/base/chunk.ts'

/* Dialogs whose chunks are loaded when one is opened. */

export const EntityForm = lazily(() => import('#web/forms/EntityForm.tsx').then(file => ({ default: file.EntityForm })))
export const ImportDialog = lazily(() => import('#web/spreadsheets/ImportDialog.tsx').then(file => ({ default: file.ImportDialog })))
export const ExportDialog = lazily(() => import('#web/spreadsheets/ExportDialog.tsx').then(file => ({ default: file.ExportDialog })))
