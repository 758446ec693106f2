import { type Refusal, type Row, refusalOf } from '#model'
import { studentOf } from '#modules/student/server/api.ts'
import { role } from '#modules/system/model/role.ts'
import type { Ctx, Db } from '#server/context.ts'
import { welcomeSources } from '#server/extensions/welcome-steps.ts'
import { welcomeBatch } from '../model/batch.ts'
import { welcomeStep } from '../model/step.ts'
import { welcomeMember, welcomeStepState } from '../model/step-state.ts'

export type Batch = Row<typeof welcomeBatch>
export type Step = Row<typeof welcomeStep>
export type Member = Row<typeof welcomeMember>
export type State = Row<typeof welcomeStepState>

interface Taken {
  batch: Batch
  member: Member
}
/** The batch that a new student takes part in: the latest that has not been closed. */
export async function findBatch(db: Db, studentId: string): Promise<Taken | undefined> {
  const members = await db.unscoped(welcomeMember).all({ studentId }) // the caller has checked whose
  const [batch] = await db.unscoped(welcomeBatch).all({ id: members.map(m => m.batchId), state: ['published', 'paused'] }, { sort: ['-beginTime'], limit: 1 }) // batches their members take part in
  const member = members.find(m => m.batchId === batch?.id)
  return batch && member && { batch, member }
}
export async function batchOf(db: Db, studentId: string): Promise<Taken> {
  const found = await findBatch(db, studentId)
  if (!found) throw refusalOf(welcomeMember, 'noBatch')
  return found
}
/** The batch that is asked for, else the newest that was published; their names are open. */
export async function findShown(db: Db, id: string | null | undefined): Promise<Batch | undefined> {
  const batches = db.unscoped(welcomeBatch) // as said
  return id ? batches.find({ id }) : (await batches.all({ state: ['published', 'paused', 'closed'] }, { sort: ['-beginTime'], limit: 1 }))[0]
}
/** Steps of a batch in their order. */
export const stepsOf = (db: Db, batchId: string): Promise<Step[]> => db.unscoped(welcomeStep).all({ batchId }, { sort: ['sort', 'code'] }) // open to everybody who takes part
export const statesOf = (db: Db, { batchId, studentId }: Pick<Member, 'batchId' | 'studentId'>): Promise<State[]> => db.unscoped(welcomeStepState).all({ batchId, studentId }) // the caller has checked whose
/** One step of one person, whose row is locked until the transaction ends; refuses steps that are not theirs. */
export async function lockStep(db: Db, { id }: Pick<Member, 'id'>, code: string): Promise<{ member: Member; batch: Batch; step: Step; state: State; name: string }> {
  const member = await db.unscoped(welcomeMember).lock(id) // the caller has checked whose
  const [batch, step, state, who] = [
    await db.unscoped(welcomeBatch).one(member.batchId), // as above
    await db.unscoped(welcomeStep).find({ batchId: member.batchId, code }),
    await db.unscoped(welcomeStepState).find({ batchId: member.batchId, studentId: member.studentId, stepCode: code }),
    await studentOf(db, member.studentId),
  ]
  const name = who?.name ?? ''
  if (!step) throw refusalOf(welcomeStepState, 'noStep', { batch: batch.name, code }, 'code')
  if (!state) throw refusalOf(welcomeStepState, 'notYours', { name, step: step.name }, 'code')
  return { member, batch, step, state, name }
}
/** From when to when a step is taken: its own times, else those of its phase. */
export function windowOf(batch: Batch, { phase, openFrom, openTo }: Pick<Step, 'phase' | 'openFrom' | 'openTo'>): { from: string; to: string } {
  const of = { pre: [batch.preFrom, batch.siteTo], site: [batch.siteFrom, batch.siteTo], after: [batch.siteFrom, batch.endTime] } as const
  const [from, to] = of[phase]
  return { from: openFrom ?? from, to: openTo ?? to }
}
export const isTaken = ({ from, to }: { from: string; to: string }, now = Date.now()): boolean => Date.parse(from) <= now && now < Date.parse(to)
/** Refuses whoever has none of the roles that do a step, naming them. */
export async function roleRefusal({ db, me }: Pick<Ctx, 'db' | 'me'>, { name, staffRoles }: Pick<Step, 'name' | 'staffRoles'>): Promise<Refusal | undefined> {
  if (!staffRoles?.length || me.roles.some(code => staffRoles.includes(code))) return undefined
  const roles = [...(await db.cached(role)).values()].filter(r => staffRoles.includes(r.code)).map(r => r.name)
  return refusalOf(welcomeStepState, 'role', { step: name, roles: roles.join('、') }, 'code')
}
/** 30-WS3: an automatic step follows its source and nobody's hand. */
export function autoRefusal(db: Db, { autoSource, name }: Pick<Step, 'autoSource' | 'name'>): Refusal | undefined {
  const source = db.registered(welcomeSources).find(s => s.code === autoSource)
  return source && refusalOf(welcomeStepState, 'auto', { step: name, source: { text: source.title } }, 'code')
}
