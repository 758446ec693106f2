import sql from 'sql-template-tag'
import { type Approver, advance, type CaseEvent, type CaseRefusal, MAX_STEPS, type Outcome, type World } from '#flow/index.ts'
import type { Db } from '#server/context.ts'
import { type Who, whoOf, worldFor } from '../../flows/server/api.ts'
import type { Case, Plain } from './cases.ts'

export interface Person {
  id: string
  name: string
  isAble: boolean
  isStudent: boolean
}
/** Accounts by id; unknown ids are absent. */
export async function personsOf(db: Db, ids: Iterable<string>): Promise<Map<string, Person>> {
  const wanted = [...new Set(ids)]
  if (!wanted.length) return new Map()
  const rows = await db.query<Person>(sql`select id, nick_name as name, realm = 'admin' and account_is_active(status, valid_until) as "isAble",
      user_type = 2 as "isStudent" from sys_user where tenant_id = ${db.me.tenantId} and id = any(${wanted}::uuid[])`)
  return new Map(rows.map(r => [r.id, r]))
}
/** The part of a case needed to find approvers; a previewed case has not begun. */
export type PreviewCase = Pick<Case, 'graph' | 'def' | 'snapshot' | 'place'> & { row: Plain; state?: Case['state']; instance: Pick<Case['instance'], 'applicantId'> }
/** People needed for one decision, loaded as the engine asks for them. */
export class CasePeople {
  readonly persons = new Map<string, Person>()
  readonly people = new Map<string, readonly Approver[]>()
  private readonly superiors = new Map<string, readonly Approver[]>()
  private owners: readonly Approver[] = []
  private readonly db: Db
  private readonly c: PreviewCase
  private who: Who | undefined
  constructor(db: Db, c: PreviewCase) {
    this.db = db
    this.c = c
  }
  async loadAccounts(ids: Iterable<string>): Promise<void> {
    const fresh = [...ids].filter(id => id && !this.persons.has(id))
    for (const [id, person] of await personsOf(this.db, fresh)) this.persons.set(id, person)
  }
  /** Resolves the approvers and superiors of these steps, and loads these accounts in the same round trip. */
  async loadApprovers(steps: readonly string[], ids: Iterable<string> = []): Promise<void> {
    const { graph, def, snapshot, state, instance, row, place } = this.c
    this.who ??= place ? { ...place, applicantId: instance.applicantId, row } : await whoOf(this.db, instance.applicantId, row)
    const found = await worldFor(
      this.db,
      { graph, def, who: this.who, facts: snapshot.facts, ...(state?.chosen ? { chosen: state.chosen } : {}), passed: state?.passed ?? [] },
      steps,
      ids,
    )
    for (const id of steps) {
      this.people.set(id, found.people.get(id) ?? [])
      this.superiors.set(id, found.superiors.get(id) ?? [])
    }
    this.owners = found.owners
    for (const { id, name, isStudent, isAble } of found.accounts) this.persons.set(id, { id, name, isStudent, isAble })
  }
  nameOf = (id: string | null | undefined): string => this.persons.get(id ?? '')?.name ?? '系统'
  get world(): World {
    const { people, superiors, owners } = this
    return { applicantId: this.c.instance.applicantId, facts: this.c.snapshot.facts, people, superiors, owners, isAble: id => this.persons.get(id)?.isAble ?? false }
  }
}
type Judged = Extract<Outcome, { ok: true }> | { ok: false; refusal: CaseRefusal }
/** Runs the engine on an event, supplying the people it asks for. */
export async function judge(c: Case, event: CaseEvent, known: CasePeople, isNew = false): Promise<Judged> {
  for (let asked = 0; asked <= MAX_STEPS; asked++) {
    const outcome = advance(c.graph, isNew ? undefined : c.state, event, known.world)
    if (outcome.ok !== 'needs') return outcome
    await known.loadApprovers(outcome.steps)
  }
  throw new Error(`the flow of case ${c.instance.id} asks for people without end`)
}
/** Prefetches in one query the people an event may concern and those the engine asks for first. */
export async function loadCasePeople(db: Db, c: Case, event: CaseEvent, isNew = false): Promise<CasePeople> {
  const known = new CasePeople(db, c)
  const first = advance(c.graph, isNew ? undefined : c.state, event, known.world)
  const ids = concerned(c, event)
  await (first.ok === 'needs' ? known.loadApprovers(first.steps, ids) : known.loadAccounts(ids))
  return known
}
/** Events whose `to` names people, not steps. */
const RECEIVES: ReadonlySet<CaseEvent['kind']> = new Set(['transfer', 'delegate', 'addSign', 'reassign', 'timeout'])
/** Accounts an event may concern, before any lookup: those in the case and those named in the event. */
export function concerned(c: Case, event: CaseEvent): Set<string> {
  const named = RECEIVES.has(event.kind) && 'to' in event && event.to ? [event.to].flat() : []
  const chosen = [...Object.values(c.state?.chosen ?? {}), ...('chosen' in event && event.chosen ? Object.values(event.chosen) : [])].flat()
  const inside = (c.state?.tasks ?? []).map(t => t.userId)
  return new Set([c.instance.applicantId, ...(c.instance.submittedBy ? [c.instance.submittedBy] : []), ...inside, ...chosen, ...named])
}
