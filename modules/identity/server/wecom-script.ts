import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { type Db, handle } from '#server/context.ts'
import { identitySource } from '../model/sso.ts'
import { signScript, wecomTicket } from '../model/wecom-script.ts'
import { offers } from './sso-match.ts'
import { extraOf, type KeyedSource, sitesIn } from './sso-settings.ts'
import { scriptTicket } from './sso-wecom.ts'

/** Who asks has this long, and after a failure nobody asks for as long. */
const ASK_SECONDS = 30
const PATIENCE_MS = 8000
const LOOK_MS = 100
/** A ticket is renewed this long before WeCom ends it. */
const EARLY_SECONDS = 300

/** The signature WeCom documents: of these four, in this order and as they are. */
export const scriptSignature = (ticket: string, nonceStr: string, timestamp: number, url: string): string =>
  createHash('sha1').update(`jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`).digest('hex')

/** Signs addresses of this site only: the signature lets whichever page is there use the scanner and whatever else the application was granted. */
export default handle(signScript, async ({ db, me, refuse }, { url }) => {
  const { host, origin, username } = URL.canParse(url) ? new URL(url) : { host: '', origin: '', username: '' }
  if (username || !sitesIn((await db.params('login')).siteUrl).includes(origin)) return refuse('foreign', { host: (host || url).slice(0, 80) }, 'url')
  const sources = await db
    .unscoped(identitySource) // a setting of the school
    .with('clientSecret')
    .all({ protocol: 'wecom', isEnabled: true }, { sort: ['sort', 'source'] })
  const source = sources.find(s => offers(s, me.realm))
  if (!source) return refuse('none')
  const ticket = await ticketOf(db, source)
  if (!ticket) return refuse('failing')
  const [nonceStr, timestamp] = [randomBytes(8).toString('hex'), Math.floor(Date.now() / 1000)]
  // WeCom leaves out what follows the #
  return { appId: extraOf(source).corpId ?? '', timestamp, nonceStr, signature: scriptSignature(ticket, nonceStr, timestamp, url.split('#')[0] as string) }
})
/** The school's ticket. One of all processes asks WeCom for it, the others wait for what it gets; undefined while the interface fails. */
async function ticketOf(db: Db, source: KeyedSource): Promise<string | undefined> {
  const end = Date.now() + PATIENCE_MS
  do {
    const [known] = await db.query<{ id: string; isGood: boolean; isAsked: boolean; isFailing: boolean }>(
      sql`select id, ticket is not null and source_version = ${source.version} and valid_until > now() as "isGood", source_version = ${source.version} and asked_until > now() as "isAsked", is_failing as "isFailing"
        from wecom_ticket where tenant_id = ${db.me.tenantId} and source_id = ${source.id}`,
    )
    if (known?.isGood) return (await db.unscoped(wecomTicket).with('ticket').find({ id: known.id }))?.ticket ?? undefined // the program's own
    if (known?.isAsked && known.isFailing) return undefined
    const mine = known?.isAsked ? undefined : await claim(db, source, known?.id)
    if (mine) return ask(db, source, mine)
    await wait(LOOK_MS)
  } while (Date.now() < end)
  return undefined
}
/** Id of the row if this process is to ask. */
async function claim(db: Db, source: KeyedSource, id: string | undefined): Promise<string | undefined> {
  const asked = { sourceVersion: source.version, isFailing: false, ticket: null, validUntil: null }
  if (!id) return (await db.insertOrSkip(wecomTicket, { ...asked, sourceId: source.id, askedUntil: new Date(Date.now() + ASK_SECONDS * 1000).toISOString() }))?.id
  const free = sql`t.id = ${id} and (t.asked_until <= now() or t.source_version <> ${source.version}) and not (t.ticket is not null and t.source_version = ${source.version} and t.valid_until > now())`
  const [mine] = await db.updateWhere(wecomTicket, free, { ...asked, askedUntil: sql`now() + make_interval(secs => ${ASK_SECONDS})` }, { bookkeeping: true })
  return mine?.id
}
async function ask(db: Db, source: KeyedSource, id: string): Promise<string | undefined> {
  try {
    const { ticket, seconds } = await scriptTicket(source)
    const validUntil = sql`now() + make_interval(secs => ${Math.max(0, seconds - EARLY_SECONDS)})`
    await db.updateWhere(wecomTicket, { id }, { ticket, validUntil, askedUntil: sql`now()` }, { bookkeeping: true })
    return ticket
  } catch {
    await db.updateWhere(wecomTicket, { id }, { isFailing: true, askedUntil: sql`now() + make_interval(secs => ${ASK_SECONDS})` }, { bookkeeping: true })
    return undefined
  }
}
