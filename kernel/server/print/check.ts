import type { FastifyInstance, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { systemGate } from '../access/calls.ts'
import type { Db, Lang } from '../context.ts'
import type { Core } from '../data/core.ts'
import { success } from '../http/envelope.ts'
import { translate } from '../i18n/translate.ts'
import { bodyOf } from '../records/query.ts'
import { CHECK_KEY, readCheckCode } from './check-code.ts'
import { checkQuestions, mustAnswer } from './check-question.ts'
import { STATE } from './register.ts'
import { printRefusal } from './texts.ts'

/** Rate limits: an office checks a pile of documents, nobody reads hundreds per minute; answers are typed. */
const CHECKS_A_MINUTE = 60
const ANSWERS_A_MINUTE = 10
const MOST_ANSWER = 40
const URL = '/api/sheet/openApi/checkPaper'

/** Public check of a document: kind, number, masked name, date and validity. Forged and unknown codes get the same response. Of a document with a question of its own, the first
 *  call answers kind and question only. */
export function checkRoute(app: FastifyInstance, core: Core): void {
  const open = 'a printed document is checked by its holder; its code is signed and says which one'
  const answer = async (request: FastifyRequest, given: { c?: unknown; answers?: unknown }) => {
    const code = typeof given.c === 'string' ? given.c.slice(0, 200) : ''
    const answers = Array.isArray(given.answers) ? given.answers.map(a => String(a).trim().slice(0, MOST_ANSWER)) : undefined
    return success(await checkPaper(core, code, answers, request.lang), request.id, request.lang)
  }
  app.route({
    ...{ method: 'GET', url: URL, config: { open, limit: CHECKS_A_MINUTE }, schema: { tags: ['打印'], summary: '核验文件' } },
    handler: (request, reply) => {
      reply.header('cache-control', 'no-store')
      return answer(request, { c: (request.query as { c?: unknown }).c })
    },
  })
  app.route({
    ...{ method: 'POST', url: URL, config: { open, limit: ANSWERS_A_MINUTE }, schema: { tags: ['打印'], summary: '回答核验问题' } },
    handler: (request, reply) => {
      reply.header('cache-control', 'no-store')
      return answer(request, bodyOf(request.body))
    },
  })
}
interface Checked {
  kind: string
  issueNo: string
  name: string
  date: string
  state: 'valid' | 'revoked' | 'replaced'
}
type Found = Checked & { id: string; bizType: string; bizId: string }
/** What is asked before anything is told. */
interface Asked {
  kind: string
  asks: string[]
}
async function checkPaper(core: Core, code: string, answers: readonly string[] | undefined, lang: Lang): Promise<Checked | Asked> {
  const read = readCheckCode(core.key(CHECK_KEY), code)
  if (!read) throw printRefusal('notFound', {}, 404)
  // anonymous route: the signature authorises access to this one row
  const db: Db = systemGate(core, read.tenantId, 'check')
  const rows = await db.query<Found>(sql`
    select i.id, i.biz_type as "bizType", i.biz_id as "bizId", t.name as kind, i.issue_no as "issueNo", i.holder as name, to_char(i.issued_at, 'YYYY-MM-DD') as date,
      ${STATE} as state
    from print_issue i join print_template t on t.tenant_id = i.tenant_id and t.id = i.template_id
    where i.tenant_id = ${read.tenantId} and i.id = ${read.issueId} and i.made_at is not null`)
  if (!rows[0]) throw printRefusal('notFound', {}, 404)
  const { id, bizType, bizId, ...checked } = rows[0]
  const kind = translate(lang, checked.kind)
  const question = db.registered(checkQuestions).find(q => q.entity.name === bizType)
  if (question && !answers) return { kind, asks: question.asks.map(label => translate(lang, label)) }
  if (question) await mustAnswer(db, question, { issueId: id, bizId }, answers ?? [])
  return { ...checked, kind }
}
