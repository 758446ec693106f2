import sql, { type Sql } from 'sql-template-tag'
import { type Fact, type Say, sayCondition } from '#flow/index.ts'
import { refusalOf } from '#model'
import { type ActionCtx, type Ctx, type Db, type Handler, handle, type Lang } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { MOST_CONDITIONS } from '../../flows/model/conditions.ts'
import { type Explained, explain, type NamedCondition, qualifies } from '../../flows/model/explain.ts'
import { checkConditions, factNames, factsOfStudents, knownFacts, readableFacts, sayIn, unmetText } from '../../flows/server/api.ts'
import { conditionsIn, type QualifiedRound } from '../model/conditions.ts'
import { phaseOf, type RoundRow, roundPhases } from '../model/round.ts'
import type { QualifyActions } from '../model/round-qualify.ts'
import { accountsOf } from './audience.ts'
import { frozenFacts } from './frozen-facts.ts'

interface Person {
  id: string
  studentId: string | null
  name: string
  collegeId: string | null
  college: string | null
  place: string | null
}
interface Judged extends Person {
  isMet: boolean
  of: Explained[]
}
interface QualifyContext {
  conditions: readonly NamedCondition[]
  known: readonly Fact[]
  readable: ReadonlySet<string>
  say: Say
  lang: Lang
}
const SIZE = 20
/**
 * Registers the preview of who meets the conditions of a kind of round, within its publisher's scope (10-W20), and their change. `always` is shown for every round of this
 * kind, for its publisher to know; only a round's own conditions keep anybody from answering. Default export of a module's server file.
 */
export function roundQualify(of: QualifiedRound, actions: QualifyActions, always: readonly NamedCondition[] = []): Handler[] {
  return [
    handle(actions.qualify, async (ctx, { id, college, failing, current }) => {
      const row = (await ctx.db.visible(of).one(id)) as RoundRow
      const own = conditionsIn(row)
      const about = await knownTo(ctx, [...always, ...own])
      const judged = await judgeAll(ctx.db, row, await accountsOf(ctx.db, of, row), about)
      const wanted = judged.filter(p => (!college || p.collegeId === college) && (!failing || p.of.some(o => o.name === failing && !o.isMet)))
      return {
        ...summary(judged, about),
        own,
        mayEdit: isDraft(row),
        found: wanted.length,
        size: SIZE,
        people: wanted.slice(((current ?? 1) - 1) * SIZE, (current ?? 1) * SIZE).map(p => shown(p, about)),
      }
    }),
    handle(actions.saveConditions, async (ctx, { id, conditions }) => {
      const row = (await ctx.db.visible(of).lock(id)) as RoundRow
      if (!isDraft(row)) throw refusalOf(of, 'fixed', { name: row.name, state: roundPhases.labels[phaseOf(row)], what: '条件' })
      await ctx.db.update(of, id, { conditions: await namedConditions(ctx, conditions) })
    }),
  ]
}
/** Conditions are fixed with the publication. */
const isDraft = (row: RoundRow): boolean => roundPhases.allows({ state: phaseOf(row) }, 'publish')
type Saving = Ctx & Pick<ActionCtx<QualifyActions['saveConditions']>, 'refuse'>
/** Conditions as sent, which may be any JSON: named, and over facts the caller may use. */
export async function namedConditions(ctx: Saving, sent: unknown): Promise<readonly NamedCondition[]> {
  const conditions = Array.isArray(sent) ? (sent as readonly (NamedCondition | null)[]) : [null]
  if (conditions.length > MOST_CONDITIONS) ctx.refuse('most', { most: MOST_CONDITIONS, count: conditions.length }, 'conditions')
  const named = conditions.flatMap(one =>
    one && typeof one.name === 'string' && one.name.trim() && one.name.length <= 60
      ? [{ name: one.name.trim(), when: one.when, ...(one.isFrozen === true ? { isFrozen: true } : {}) }]
      : [],
  )
  if (named.length < conditions.length || new Set(named.map(one => one.name)).size < named.length) ctx.refuse('nameless', {}, 'conditions')
  await checkConditions(ctx, named)
  return named
}
const knownTo = async (ctx: Ctx, conditions: readonly NamedCondition[]): Promise<QualifyContext> => ({
  conditions,
  known: await knownFacts(ctx.db),
  readable: readableFacts(ctx.db, ctx.me),
  say: sayIn(ctx.lang),
  lang: ctx.lang,
})
async function judgeAll(db: Db, row: RoundRow, accounts: Sql, { conditions, known, say }: QualifyContext): Promise<Judged[]> {
  const students = sql`select a.student_id from ${accounts} a where a.student_id is not null`
  const [people, factsOf] = [await peopleOf(db, accounts), await factsOfStudents(db, students, factNames(conditions))]
  const frozenOf = await frozenFacts(db, row, students)
  return people.map(person => {
    const of = explain(conditions, { facts: factsOf(person.studentId), frozen: frozenOf(person.studentId) }, known, say)
    return { ...person, of, isMet: qualifies(of) }
  })
}
const peopleOf = (db: Db, accounts: Sql): Promise<Person[]> =>
  db.query<Person>(sql`select u.id, u.student_id as "studentId", u.nick_name as name, d.id as "collegeId", d.name as college, coalesce(c.name, d.name) as place
    from ${accounts} a join sys_user u on u.tenant_id = ${db.me.tenantId} and u.id = a.id left join student s on s.tenant_id = u.tenant_id and s.id = u.student_id
    left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id left join department d on d.tenant_id = u.tenant_id and d.id = coalesce(s.department_id, u.department_id)
    order by d.code nulls last, c.name nulls last, u.account_no`)
function summary(judged: readonly Judged[], { conditions, known, say, lang }: QualifyContext) {
  const met = (of: readonly Judged[]): number => of.reduce((n, p) => n + Number(p.isMet), 0)
  const colleges = [...Map.groupBy(judged, p => p.collegeId)].map(([id, of]) => ({ id, name: of[0]?.college ?? translate(lang, '没有学院'), total: of.length, met: met(of) }))
  return {
    total: judged.length,
    met: met(judged),
    colleges,
    conditions: conditions.map(({ name, when, isFrozen = false }) => ({
      name,
      isFrozen,
      says: sayCondition(when, known, say),
      failed: judged.reduce((n, p) => n + Number(p.of.some(o => o.name === name && !o.isMet)), 0),
    })),
  }
}
const shown = ({ id, name, place, isMet, of }: Judged, reader: QualifyContext) => ({
  ...{ id, name, place, isMet },
  why: of.flatMap(o => o.failed.map(f => unmetText(f, reader))),
  changed: of.flatMap(o => (o.today ? [changedText(o.name, o.today, reader)] : [])),
})
/** What today's values make of a frozen condition that was decided otherwise. */
const changedText = (name: string, { isMet, failed }: NonNullable<Explained['today']>, reader: QualifyContext): string =>
  isMet
    ? reader.say('按现在的情况符合“{name}”', { name })
    : reader.say('按现在的情况不符合“{name}”：{why}', { name, why: failed.map(f => unmetText(f, reader)).join(reader.say('；')) })
