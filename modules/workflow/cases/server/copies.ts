import sql from 'sql-template-tag'
import type { Effect } from '#flow/index.ts'
import type { Db } from '#server/context.ts'
import type { Gate } from '#server/data/gate.ts'
import { processCc } from '../model/instance.ts'
import { FLOW_MESSAGES } from '../model/messages.ts'
import { type Acting, tellOf } from './announce.ts'
import type { CasePeople } from './case-people.ts'
import { type Case, nodeName } from './cases.ts'
import { writeLog } from './write-case.ts'

/** Whether the application contains fields readable only with that permission. */
export const isSensitive = ({ kind: { subject }, row }: Pick<Case, 'kind' | 'row'>): boolean =>
  subject.form.some(name => subject.entity.fields[name]?.options.sensitivity === 'S2' && row[name] !== null && row[name] !== undefined && row[name] !== '')
export const revealKey = ({ kind: { subject } }: Pick<Case, 'kind'>): string => `${subject.entity.module}:${subject.entity.name}:reveal`
/** Of these people, those who may not see the form's sensitive fields. */
export async function mayNotRead(db: Db, c: Case, userIds: readonly string[]): Promise<string[]> {
  if (!isSensitive(c)) return []
  const { principals } = (db as Gate).kernel // permissions of other users: from the kernel's cache
  const persons = await Promise.all(userIds.map(id => principals.of(db.me.tenantId, id)))
  return userIds.filter((_id, i) => !persons[i]?.permissions.has(revealKey(c)))
}
/** Copies the case to these people; those who have it already are not notified again. */
export async function copyTo(acting: Acting, c: Case, userIds: readonly string[], node: string | null): Promise<number> {
  const { db, me } = acting
  const copy = { instanceId: c.instance.id, userId: sql`r.id`, sentBy: me.userId || null, nodeName: node && nodeName(c.graph, node), sentAt: sql`now()` }
  const fresh = await db.insertFrom(processCc, copy, sql`unnest(${[...userIds]}::uuid[]) r(id)`, {
    skipExisting: true,
    returning: ['userId'],
    history: false, // stands in the record of the case
  })
  await tellOf(
    acting,
    c,
    FLOW_MESSAGES.cc,
    fresh.map(f => f.userId),
    node ? nodeName(c.graph, node) : '',
  )
  return fresh.length
}
/** Copies sent by the flow itself; recipients without the permission are left out, and the record says so. */
export async function copyAtStep(acting: Acting, c: Case, effects: readonly Effect[], known: CasePeople): Promise<void> {
  const { db } = acting
  for (const effect of effects) {
    if (effect.kind !== 'cc') continue
    if (!known.people.has(effect.node)) await known.loadApprovers([effect.node])
    const found = [...new Set((known.people.get(effect.node) ?? []).map(f => f.userId))]
    const barred = await mayNotRead(db, c, found)
    const to = found.filter(id => !barred.includes(id))
    if (to.length) await copyTo(acting, c, to, effect.node)
    const opinion = barred.length ? `没有敏感信息权限，未抄送：${barred.map(known.nameOf).join('、')}` : null
    if (found.length) await writeLog(db, c, [{ action: 'cc', node: effect.node, actorId: null, to: to.map(known.nameOf).join('、') || null, opinion }])
  }
}
