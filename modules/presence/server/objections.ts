import type { Row } from '#model'
import { refusalOf } from '#model'
import { selfStudent, studentNumbers, withStudents } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import { handle } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { PRESENCE_MESSAGES } from '../model/messages.ts'
import { answerObjection, objectToState, presenceObjection } from '../model/objection.ts'
import { presenceState, presenceStates } from '../model/presence-state.ts'

type Objection = Row<typeof presenceObjection>
const aboutObjection: MessageAbout<Objection> = {
  bizType: 'presenceObjection',
  link: () => '/presence/mine',
  values: ({ shown, words }) => ({ shown: { text: presenceStates.labels[shown] }, words }),
}
/** The counsellor has it until it is answered. */
const objectionTodos = rowTodos<Objection, 'answer'>(presenceObjection, aboutObjection, {
  answer: {
    text: '{name}对在校状态有异议，请核实',
    while: row => row.state === 'open',
    link: row => `/presence/objections?id=${row.id}`,
    message: PRESENCE_MESSAGES.objected,
  },
})
const object = handle(objectToState, async (ctx, { words }) => {
  const { db } = ctx
  const who = await selfStudent(ctx)
  const seen = await db.unscoped(presenceState).find({ studentId: who.id }) // the caller's own
  if (!seen) throw refusalOf(presenceObjection, 'none')
  const draft = { studentId: who.id, departmentId: who.departmentId, classId: who.classId, shown: seen.state, words, objectedAt: new Date().toISOString() }
  // one at a time: of two at once the index takes the first
  const row = await db.insertOrSkip(presenceObjection, draft)
  if (!row) throw refusalOf(presenceObjection, 'running')
  const [to = []] = await staffOfAll(db, [who], 'fdy')
  await objectionTodos.open(db, 'answer', [{ row, who, to }])
})
const answered = handle(answerObjection, async ({ db, me }, { id, answer }) => {
  await db.visible(presenceObjection).lock(id, 'answer')
  const after = await db.update(presenceObjection, id, { state: 'answered', answer, answeredById: me.userId, answeredAt: new Date().toISOString() })
  await objectionTodos.follow(db, [after])
  await notifyAbout(
    db,
    PRESENCE_MESSAGES.answered,
    aboutObjection,
    (await withStudents(db, [after])).map(one => ({ ...one, more: { answer } })),
  )
})
export default [object, answered, ...studentNumbers(presenceObjection)]
