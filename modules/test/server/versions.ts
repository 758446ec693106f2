import type { Db } from '#server/context.ts'
import type { Content } from '../model/content.ts'
import type { Form } from '../model/draw.ts'
import { testQuestionVersion } from '../model/question.ts'

/** What was asked in these forms, by version. */
export async function contentsOf(db: Db, forms: readonly Form[]): Promise<ReadonlyMap<string, Content>> {
  const ids = [...new Set(forms.flatMap(form => form.items.flatMap(({ v, g }) => (g ? [v, g] : [v]))))]
  const rows = ids.length ? await db.unscoped(testQuestionVersion).all({ id: ids }) : [] // of forms the caller may read or mark
  return new Map(rows.flatMap(row => (row.content ? [[row.id, row.content] as const] : [])))
}
