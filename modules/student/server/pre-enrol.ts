import { Refusal } from '#model'
import { handle } from '#server/context.ts'
import { preEnrol } from '../model/actions.ts'
import { student } from '../model/student.ts'
import { afterAdd, prepareDraft, type Values } from './record.ts'

/** Like the record verb `add`, for students who have not arrived yet. */
export default handle(preEnrol, async ({ db }, input) => {
  const draft = { ...input } as Values & typeof input
  await prepareDraft(db, draft, 'preEnrolled')
  const row = await db.insert(student, draft)
  if (!(await db.visible(student).find({ id: row.id })))
    throw new Refusal(422, [{ rule: 'record.outOfScope', text: '这条{label}会落在你的数据范围之外', values: { label: student.label } }])
  await afterAdd(db, row)
  return { id: row.id, version: row.version }
})
