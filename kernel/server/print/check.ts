import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { systemGate } from '../access/calls.ts'
import type { Lang } from '../context.ts'
import type { Core } from '../data/core.ts'
import { success } from '../http/envelope.ts'
import { translate } from '../i18n/translate.ts'
import { CHECK_KEY, readCheckCode } from './check-code.ts'
import { STATE } from './register.ts'
import { printRefusal } from './texts.ts'

/** Rate limit: an office checks a pile of documents, nobody reads hundreds per minute. */
const CHECKS_A_MINUTE = 60

/** Public check of a document: kind, number, masked name, date and validity. Forged and unknown codes get the same response. */
export function checkRoute(app: FastifyInstance, core: Core): void {
  app.route({
    method: 'GET',
    url: '/api/sheet/openApi/checkPaper',
    config: { open: 'a printed document is checked by its holder; its code is signed and says which one', limit: CHECKS_A_MINUTE },
    schema: { tags: ['打印'], summary: '核验文件' },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { c } = request.query as { c?: unknown }
      return success(await checkPaper(core, typeof c === 'string' ? c.slice(0, 200) : '', request.lang), request.id, request.lang)
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
async function checkPaper(core: Core, code: string, lang: Lang): Promise<Checked> {
  const read = readCheckCode(core.key(CHECK_KEY), code)
  if (!read) throw printRefusal('notFound', {}, 404)
  // anonymous route: the signature authorises access to this one row
  const db = systemGate(core, read.tenantId, 'check')
  const rows = await db.query<Checked>(sql`
    select t.name as kind, i.issue_no as "issueNo", i.holder as name, to_char(i.issued_at, 'YYYY-MM-DD') as date,
      ${STATE} as state
    from print_issue i join print_template t on t.tenant_id = i.tenant_id and t.id = i.template_id
    where i.tenant_id = ${read.tenantId} and i.id = ${read.issueId} and i.made_at is not null`)
  if (!rows[0]) throw printRefusal('notFound', {}, 404)
  return { ...rows[0], kind: translate(lang, rows[0].kind) }
}
