import sql, { type Sql } from 'sql-template-tag'
import { fill } from '#model'
import { type Fact, type Facts, type Say, sayCondition } from '#model/flow/index.ts'
import { type Db, type Handler, handle, type Lang } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { type Explained, explain, qualifies, type RoundCondition } from '../../model/explain.ts'
import type { RoundEntity, RoundRow } from '../../model/round.ts'
import type { QualifyActions } from '../../model/round-qualify.ts'
import { accountsOf } from './audience.ts'

/** Qualification options of a kind of round. */
export interface QualifyOptions<R = RoundRow> {
  known: readonly Fact[]
  conditions(db: Db, row: R): Promise<readonly RoundCondition[]>
  /** Facts of all these accounts in one query, by account. */
  facts(db: Db, row: R, accounts: Sql): Promise<ReadonlyMap<string, Facts>>
}
interface Person {
  id: string
  name: string
  collegeId: string | null
  college: string | null
  place: string | null
}
interface Judged extends Person {
  isMet: boolean
  of: Explained[]
}
const SIZE = 20
/** Registers the preview of who qualifies for a kind of round, within its publisher's scope (10-W20). Default export of a module's server file. */
export function roundQualify<R extends RoundRow>(of: RoundEntity, { qualify }: QualifyActions, options: QualifyOptions<R>): Handler[] {
  return [
    handle(qualify, async ({ db, lang }, { id, college, failing, current }) => {
      const row = (await db.visible(of).one(id)) as R
      const accounts = await accountsOf(db, of, row)
      const [people, conditions, facts] = await Promise.all([peopleOf(db, accounts), options.conditions(db, row), options.facts(db, row, accounts)])
      const t: Say = (text, values) => fill(translate(lang, text), values ?? {})
      const judged = people.map(person => judge(person, conditions, facts.get(person.id) ?? {}, options.known, t))
      const named = { conditions, known: options.known, t, lang }
      const wanted = judged.filter(p => (!college || p.collegeId === college) && (!failing || p.of.some(o => o.name === failing && !o.isMet)))
      return { ...summary(judged, named), found: wanted.length, size: SIZE, people: wanted.slice(((current ?? 1) - 1) * SIZE, (current ?? 1) * SIZE).map(p => shown(p, t)) }
    }),
  ]
}
const peopleOf = (db: Db, accounts: Sql): Promise<Person[]> =>
  db.query<Person>(sql`select u.id, u.nick_name as name, d.id as "collegeId", d.name as college, coalesce(c.name, d.name) as place
    from ${accounts} a join sys_user u on u.tenant_id = ${db.me.tenantId} and u.id = a.id left join student s on s.tenant_id = u.tenant_id and s.id = u.student_id
    left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id left join department d on d.tenant_id = u.tenant_id and d.id = coalesce(s.department_id, u.department_id)
    order by d.code nulls last, c.name nulls last, u.account_no`)
function judge(person: Person, conditions: readonly RoundCondition[], facts: Facts, known: readonly Fact[], t: Say): Judged {
  const of = explain(conditions, facts, known, t)
  return { ...person, of, isMet: qualifies(of) }
}
interface Named {
  conditions: readonly RoundCondition[]
  known: readonly Fact[]
  t: Say
  lang: Lang
}
function summary(judged: readonly Judged[], { conditions, known, t, lang }: Named) {
  const met = (of: readonly Judged[]): number => of.reduce((n, p) => n + Number(p.isMet), 0)
  const colleges = [...Map.groupBy(judged, p => p.collegeId)].map(([id, of]) => ({ id, name: of[0]?.college ?? translate(lang, '没有学院'), total: of.length, met: met(of) }))
  return {
    total: judged.length,
    met: met(judged),
    colleges,
    conditions: conditions.map(({ name, when }) => ({
      name,
      says: sayCondition(when, known, t),
      failed: judged.reduce((n, p) => n + Number(p.of.some(o => o.name === name && !o.isMet)), 0),
    })),
  }
}
/** The failed condition with the value; a missing value is left out. */
const unmet = ({ says, value }: Explained['failed'][number], t: Say): string =>
  typeof value === 'number' || (typeof value === 'string' && value) ? t('{says}（现为 {value}）', { says, value }) : says
const shown = ({ id, name, place, isMet, of }: Judged, t: Say) => ({ id, name, place, isMet, why: of.flatMap(o => o.failed.map(f => unmet(f, t))) })
