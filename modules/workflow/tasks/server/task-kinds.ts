import sql, { raw, type Sql } from 'sql-template-tag'
import { type Entity, type Phrase, snake } from '#model'
import { student } from '#modules/student/model/student.ts'
import { extensionPoint } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'
import type { TodoDraft } from '#server/notifications/todos.ts'
import type { RoundEntity, RoundRow } from '../../rounds/model/round.ts'
import { accountsOf, type RoundMessage } from '../../rounds/server/api.ts'
import type { TaskPeople } from './people.ts'

/** How those who have not answered are asked and reminded. */
export interface TaskAsks<R = RoundRow> {
  /** Title of the to-do. */
  todo(row: R): Phrase
  /** Its urgency, and what it is about. */
  about?(row: R): Pick<TodoDraft, 'priority' | 'summary'>
  /** Result noted on the to-do of whoever has answered. */
  done: string
  /** Page where the student answers, and where staff see who lacks. */
  link: string
  staffLink: string
  /** Reminder to a student. */
  remind(row: R): RoundMessage
  /** Reminder to a counsellor, with the number and names of their students who lack. */
  remindStaff?(row: R, lacking: { count: number; names: Phrase }): RoundMessage
  /** Hours before the end at which students are reminded by themselves, as in `72,24,6`. */
  remindHours(db: Db, row: R): Promise<string>
  /** Of a task that somebody else answers for the student: reminds these of those who lack, and says how many. Neither to-do nor message goes to the student. */
  others?(row: R): ((db: Db, people: TaskPeople) => Promise<number>) | undefined
  /** Nobody reads who has answered and who has not, and small classes are no classes of the board. */
  isAnonymous?(row: R): boolean
  /** A student is reminded by hand once in so many minutes; 60 by default. */
  everyMinutes?(db: Db): Promise<number>
}
/** Answers of a task: one row for each student who has answered. */
export interface TaskAnswers {
  entity: Entity
  /** Field that names the round. */
  round: string
  /** Condition on `a`: the row is an answer; by default each is. */
  isAnswered?: Sql
}
export interface TaskKind {
  kind: 'task'
  round: RoundEntity
  answers: TaskAnswers
  asks: TaskAsks
  /** Later joiners are asked, too. */
  follows: boolean
}
export const taskKinds = extensionPoint<TaskKind>('task', { id: t => t.round.name, entity: t => t.round.name })
export function taskKindOf(db: Db, { name }: { name: string }): TaskKind {
  const found = db.registered(taskKinds).find(t => t.round.name === name)
  if (!found) throw new Error(`${name} is no task`)
  return found
}
/** The students of a task's audience with their answers; with a permission, those within the caller's scope, of a college or a class if asked for. */
export async function peopleOf(
  db: Db,
  { round, answers }: Pick<TaskKind, 'round' | 'answers'>,
  row: RoundRow,
  permission?: string,
  { departmentId, classId }: { departmentId?: string | null | undefined; classId?: string | null | undefined } = {},
): Promise<TaskPeople> {
  const students = permission ? db.visibleFor(student, permission).rows() : sql`student`
  const from = sql`(select distinct u.student_id from ${await accountsOf(db, round, row)} u where u.student_id is not null) m
    join ${students} s on s.tenant_id = ${db.me.tenantId} and s.id = m.student_id and (${departmentId ?? null}::uuid is null or s.department_id = ${departmentId ?? null})
      and (${classId ?? null}::uuid is null or s.class_id = ${classId ?? null})
    left join ${raw(answers.entity.table)} a on a.tenant_id = s.tenant_id and a.${raw(snake(answers.round))} = ${row.id} and a.student_id = s.id`
  return { from, isAnswered: answers.isAnswered ?? sql`a.id is not null` }
}
