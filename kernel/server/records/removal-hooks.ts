import type { RemovalHook } from '../data/core.ts'
import { dropFiles } from '../files/attachments.ts'
import { closeTodosLater } from '../notifications/todos.ts'

/** Cleanup after rows are removed: cancels their open to-do items and deletes their files, unless the rows are soft-deleted. */
export const REMOVAL_HOOKS: readonly RemovalHook[] = [
  (gate, of, ids) => closeTodosLater(gate, { bizType: of.name, bizId: ids }, 'cancelled'),
  async (gate, of, ids) => {
    if (!of.options.softDelete) await dropFiles(gate, of, ids)
  },
]
