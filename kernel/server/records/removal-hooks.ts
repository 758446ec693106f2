import type { RemovalHook } from '../data/core.ts'
import { dropFiles } from '../files/attachments.ts'
import { closeTodosLater } from '../notifications/todos.ts'

/** What goes with removed rows: their open to-do items, and their files unless the rows are only marked as removed. */
export const REMOVAL_HOOKS: readonly RemovalHook[] = [
  (gate, of, ids) => closeTodosLater(gate, { bizType: of.name, bizId: ids }, 'cancelled'),
  async (gate, of, ids) => {
    if (!of.options.softDelete) await dropFiles(gate, of, ids)
  },
]
