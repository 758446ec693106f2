import { studentOf } from '#modules/student/server/api.ts'
import { otherJudges } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { judgeReexamination } from '../model/actions.ts'
import { entryReexamination } from '../model/reexamination.ts'
import type { Reexamination } from './reexamine.ts'

const link = ({ id }: Reexamination): string => `/admission/reexamine?id=${id}`
/** 30-AC5: a doubt is looked at by somebody else. */
export const reexaminationTodos = rowTodos(
  entryReexamination,
  { bizType: entryReexamination.name, link, values: async () => ({}) },
  { second: { text: '{name}的入学资格复查存疑，请复查', while: r => r.state === 'doubt', link, dueAt: r => r.dueAt, priority: 'high' } },
)
export async function askSecond(db: Db, row: Reexamination): Promise<void> {
  const who = await studentOf(db, row.studentId)
  if (who) await reexaminationTodos.open(db, 'second', [{ row, who, to: await otherJudges(db, judgeReexamination.permission, row.departmentId, row.firstId) }])
}
