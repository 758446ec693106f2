import sql from 'sql-template-tag'
import { fill } from '#model'
import type { Ctx } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { type Signed, type Statement, signedSource } from '#server/print/signed.ts'
import { isApplication } from '../../../flows/server/api.ts'
import { LOG_ACTIONS } from '../../model/instance.ts'
import { casesInside, type PaperCase, paperCases } from './cases.ts'

/** Actions with an opinion on the application; transferring a task has none. */
const SAYING = ['approve', 'reject', 'return', 'answer', 'autoApprove', 'autoReject', 'passed'] as const
/** Automatic actions without a signer. */
const UNSIGNED: ReadonlySet<string> = new Set(['autoApprove', 'autoReject', 'passed'])
interface Opinion {
  caseId: string
  no: number
  name: string
  person: string
  /** Deputy who decided in the person's place. */
  actedBy: string | null
  action: (typeof SAYING)[number]
  opinion: string | null
  signature: string | null
  at: string
}
/** All decisions in these cases, oldest first. */
const opinionsIn = ({ db, me }: Ctx, caseIds: readonly string[]): Promise<Opinion[]> =>
  db.query(sql`select t.instance_id as "caseId", t.no, t.node_name as name, u.nick_name as person, case when t.acted_by is distinct from t.assignee_id then b.nick_name end as "actedBy",
      t.action, t.opinion, t.signature->>0 as signature, t.acted_at as at
    from process_task t join sys_user u on u.tenant_id = t.tenant_id and u.id = t.assignee_id left join sys_user b on b.tenant_id = t.tenant_id and b.id = t.acted_by
    where t.tenant_id = ${me.tenantId} and t.instance_id = any(${[...caseIds]}::uuid[]) and t.state = 'done' and t.action = any(${[...SAYING]}::text[]) order by t.acted_at, t.no`)

/** 审批意见 in print templates: the same opinions as on the case page, with the same access. */
export default signedSource({
  code: 'opinions',
  label: '审批意见',
  of: isApplication,
  async feed(ctx, e, ids) {
    const cases = await paperCases(ctx, e, ids)
    const read = cases.filter(c => c.reading)
    const inside = read.length
      ? await casesInside(
          ctx,
          read.map(c => c.id),
        )
      : []
    const opinions = read.length
      ? await opinionsIn(
          ctx,
          [...read, ...inside].map(c => c.id),
        )
      : []
    const byCase = new Map(cases.map(c => [c.bizId, c]))
    return new Map(ids.map(id => [id, signed(ctx, byCase.get(id), inside, opinions)]))
  },
})
function signed(ctx: Ctx, c: PaperCase | undefined, inside: readonly PaperCase[], opinions: readonly Opinion[]): Signed {
  const nothing = (none: string): Signed => ({ none: translate(ctx.lang, none), steps: [] })
  if (!c) return nothing('没有经过审批')
  if (!c.reading) return nothing('打印人不能查看这份申请的审批意见')
  const own = [c, ...inside.filter(one => one.bizId === c.id)]
  return { ...nothing('还没有审批意见'), steps: stepsOf(ctx, own, opinions) }
}
/** Grouped by visit to a step: a step decided again after a return appears twice, a withdrawn decision not at all. */
function stepsOf(ctx: Ctx, cases: readonly PaperCase[], opinions: readonly Opinion[]): Signed['steps'] {
  const made: Array<{ key: string; name: string; statements: Statement[] }> = []
  for (const one of opinions) {
    const of = cases.find(c => c.id === one.caseId)
    if (!of || of.tasks.some(task => task.instead === one.no)) continue
    const key = `${one.caseId} ${of.tasks.find(task => task.no === one.no)?.visit ?? one.no}`
    const last = made.at(-1)
    if (last?.key === key) last.statements.push(statementOf(ctx, one))
    else made.push({ key, name: one.name, statements: [statementOf(ctx, one)] })
  }
  return made
}
function statementOf({ lang }: Ctx, { action, opinion, person, actedBy, signature, at }: Opinion): Statement {
  const signer = actedBy ? fill(translate(lang, '{who}（代{whom}）'), { who: actedBy, whom: person }) : person
  const text = action === 'passed' ? fill(translate(lang, '{name}已在上一环节同意'), { name: person }) : opinion
  return { said: translate(lang, LOG_ACTIONS[action]), text, signer: UNSIGNED.has(action) ? '' : signer, at, signature }
}
