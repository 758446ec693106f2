import { compute } from '#server/context.ts'
import { infoChange } from '../model/info-change.ts'
import { itemsOf } from './items.ts'
import { wordsOf } from './value-words.ts'

/** Both values of each change side by side; personal ones are masked in lists. */
export default compute(infoChange, ['oldText', 'newText'], async ({ db, lang }, rows) => {
  const words = await wordsOf(db, { isOpen: false, lang })
  const stored = new Map((await db.unscoped(infoChange).all({ id: rows.map(r => r.id) })).map(r => [r.id, itemsOf(r)])) // rows the reader sees
  for (const row of rows) {
    const items = stored.get(row.id) ?? []
    row.oldText = items.map(i => words(i.field, i.old) ?? '—').join('；') || null
    row.newText = items.map(i => words(i.field, i.new) ?? '—').join('；') || null
  }
})
