import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUuid, Refusal } from '#model'
import { DAY_MS } from '#model/days.ts'
import { schoolMs } from '#model/school-time.ts'
import { RateLimit, tooManyCalls } from '#server/base/rate-limit.ts'
import type { Db, Lang } from '#server/context.ts'
import { type Attachment, findAttachment } from '#server/files/attachments.ts'
import { isInline } from '#server/files/kinds.ts'
import { isPicture, THUMB_SIZES, thumbOf } from '#server/files/pictures.ts'
import { customRoutes, type RouteServices } from '#server/http/custom-routes.ts'
import { formatIssue } from '#server/i18n/translate.ts'
import { addressOf } from '#server/identity/address-limit.ts'
import { SITES, type Site } from '../model/channel.ts'
import { PREVIEW_KEY, readPreview } from './preview.ts'
import { type Drawn, type Page, PublicPages, pageOf } from './public/cache.ts'
import { channelsOf, itemsOf, loadContent } from './public/content.ts'
import { Counts } from './public/counts.ts'
import { feed, siteMap } from './public/feeds.ts'
import { html } from './public/html.ts'
import { LANGUAGES } from './public/languages.ts'
import { layout, POLICY } from './public/layout.ts'
import { missing, sheetAt } from './public/pages.ts'
import { searchSheet, wordsIn } from './public/search.ts'
import { HTML_LANG, type View } from './public/view.ts'

const OPEN = 'the public pages of a school: they show published items for everybody, judged by state, audience and clock'
const READS_A_MINUTE = 12_000
const SEARCHES_A_MINUTE = 120
/** Feeds and maps name the host that was called, whatever it is called. */
const FEEDS_A_MINUTE = 120
const VOTES_A_DAY = 1
/** A browser asks again after this time; ten seconds after a change everybody sees it. */
const BROWSER_SECONDS = 5
/** What a page depends on besides its path; anything else in an address makes no page of its own. */
const PARAMS: Readonly<Record<string, readonly string[]>> = {
  notice: ['page'],
  download: ['page'],
  guide: ['page'],
  overview: ['page'],
  faq: ['page', 'thanks'],
  charge: ['page', 'xn', 'edition'],
}
type Query = Readonly<Record<string, string>>
interface Asked {
  db: Db
  tenantId: string
  site: Site
  at: number
  root: string
  keep: Query
  preview?: string
  /** After the site. */
  path: string[]
  query: Query
}
const texts = (query: unknown): Query =>
  Object.fromEntries(Object.entries((query ?? {}) as Record<string, unknown>).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])))
/** Whatever else lies below `/site` are pages of the office. */
const PLACES = ['/site', ...[...Object.keys(SITES), 'preview'].flatMap(place => [`/site/${place}`, `/site/${place}/*`])]
const isSite = (text: string | undefined): text is Site => text !== undefined && Object.hasOwn(SITES, text)
const isLang = (text: string | undefined): text is Lang => text !== undefined && Object.hasOwn(LANGUAGES, text)
const originOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`
const noPage = (): Refusal => new Refusal(404, [{ rule: 'http.noSuchAddress', text: '没有这个地址' }])
const momentOf = (text: string | undefined): number | undefined =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text ?? '') ? schoolMs((text ?? '').slice(0, 10), (text ?? '').slice(11)) : undefined

export default customRoutes((app, { core, identity, store }: RouteServices) => {
  const gateOf = (tenantId: string): Db => identity.deps.gateOf(tenantId) as Db
  const pages = new PublicPages(core)
  const counts = new Counts(core, gateOf)
  const searches = new RateLimit()
  const feeds = new RateLimit()
  const votes = new RateLimit(DAY_MS)
  app.addHook('preClose', () => counts.close())

  async function asked(request: FastifyRequest): Promise<Asked> {
    const parts = (request.url.split('?')[0] ?? '').split('/').filter(Boolean).slice(1)
    const query = texts(request.query)
    if (parts[0] === 'preview') {
      const token = parts[1] ?? ''
      const preview = readPreview(core.key(PREVIEW_KEY), token, Date.now())
      if (!preview || !isSite(parts[2])) throw new Refusal(404, [{ rule: 'site.contentItem.previewOver', text: '预览链接已过期，请重新打开' }])
      const at = momentOf(query.at)
      const keep = at !== undefined && Number.isFinite(at) ? { at: query.at as string } : {}
      const moment = 'at' in keep ? (at as number) : Date.now()
      return {
        db: gateOf(preview.tenantId),
        tenantId: preview.tenantId,
        site: parts[2],
        at: moment,
        root: `/site/preview/${token}`,
        keep,
        preview: preview.itemId,
        path: parts.slice(3),
        query,
      }
    }
    const school = await identity.schools.byCode((query.tenantId ?? '').slice(0, 12))
    if (school.state === 'closed') throw noPage()
    const keep = query.tenantId ? { tenantId: school.code } : ({} as Query)
    if (!isSite(parts[0] ?? 'portal')) throw noPage()
    return { db: gateOf(school.id), tenantId: school.id, site: (parts[0] ?? 'portal') as Site, at: Date.now(), root: '/site', keep, path: parts.slice(1), query }
  }
  const contentOf = async ({ db, at, preview }: Asked) => (preview ? { content: await loadContent(db, preview), until: at } : await pages.content(db, at))

  async function draw(of: Asked, lang: Lang, origin: string): Promise<{ drawn: Drawn; until: number }> {
    const { content, until } = await contentOf(of)
    const view: View = { content, site: of.site, lang, at: of.at, root: of.root, keep: of.keep, ...(of.preview ? { preview: of.preview } : {}) }
    const [first] = of.path.slice(1)
    if (first === 'feed.xml') return { drawn: feed(view, origin), until }
    const isKnown = (content.languages.get(of.site) ?? []).includes(lang)
    const sheet = isKnown ? await sheetAt(view, of.db, of.path.slice(1), of.query) : missing(view)
    return { drawn: { text: layout(view, sheet), ...(sheet.status ? { status: sheet.status } : {}) }, until }
  }
  async function search(of: Asked, lang: Lang, request: FastifyRequest): Promise<Page> {
    const words = wordsIn(of.query.q)
    if (words && searches.take(`${of.tenantId} ${addressOf(request.ip)}`, SEARCHES_A_MINUTE)) throw tooManyCalls(60)
    const { content } = await contentOf(of)
    const view: View = { content, site: of.site, lang, at: of.at, root: of.root, keep: of.keep, ...(of.preview ? { preview: of.preview } : {}) }
    const { sheet, found } = await searchSheet(view, of.db, words)
    // a long number is about somebody, and no question
    if (words.length > 1 && !found && !of.preview && !/\d{6}/.test(words)) counts.nothing(of.tenantId, words)
    return pageOf({ text: layout(view, sheet) })
  }
  function send(request: FastifyRequest, reply: FastifyReply, page: Page, of: Asked, lang?: Lang): FastifyReply {
    reply.header('content-security-policy', POLICY).header('vary', 'accept-encoding')
    reply.header('cache-control', of.preview ? 'no-store' : `public, max-age=${page.status === 200 ? BROWSER_SECONDS : 0}`)
    if (lang) reply.header('content-language', lang)
    if (of.preview) reply.header('x-robots-tag', 'noindex')
    reply.header('etag', page.etag)
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
    reply.code(page.status).type(page.type)
    const isPacked = page.packed && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
    return isPacked ? reply.header('content-encoding', 'gzip').send(page.packed) : reply.send(page.body)
  }
  /** 60-WC4: a file of a public item or block, as long as it is one; by its id alone it is nothing. Pictures come reduced and from memory. */
  async function file(request: FastifyRequest, reply: FastifyReply, of: Asked, id: string): Promise<FastifyReply> {
    const { content, until } = await contentOf(of)
    const open = new Set(channelsOf(content, of.site).map(c => c.id))
    const isItems = itemsOf(content, of).some(item => item.cover?.includes(id) || item.attachments?.includes(id))
    if (!isItems && !content.blocks.some(b => open.has(b.channelId) && b.picture?.includes(id))) throw noPage()
    const size = THUMB_SIZES.find(one => String(one) === of.query.size)
    const known = async (): Promise<Attachment> => {
      const found = await findAttachment(of.db, id)
      if (!found || found.scanState === 'blocked') throw noPage()
      return found
    }
    reply.header('x-content-type-options', 'nosniff')
    if (size) {
      const small = async () => {
        const found = await known()
        if (!isPicture(found.ext)) throw noPage()
        return { drawn: { type: 'image/webp', text: await buffer(createReadStream(await thumbOf(of.db, store, found, size))) }, until }
      }
      return send(request, reply, of.preview ? await pageOf((await small()).drawn) : await pages.page(of.tenantId, `file ${id} ${size}`, of.at, small), of)
    }
    const found = await known()
    return reply
      .header('content-security-policy', "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'")
      .header('content-disposition', `${isInline(found.ext) ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(found.name)}`)
      .header('cache-control', of.preview ? 'no-store' : `public, max-age=${BROWSER_SECONDS}`)
      .type(found.type)
      .header('content-length', String(found.size))
      .send(await store.open(of.db, found))
  }
  /** What is not there is a page that says so, with the status that search engines and caches understand. */
  async function shown(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    try {
      return await answer(request, reply)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 404) throw error
      const [issue] = error.issues
      const text = issue ? formatIssue(request.lang, issue) : ''
      const body = html`<html lang="${HTML_LANG[request.lang]}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${text}</title><main><h1>${text}</h1></main></html>`
      return reply.code(404).header('content-security-policy', POLICY).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(`<!doctype html>${body.text}`)
    }
  }
  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const of = await asked(request)
    const [lang, ...path] = of.path
    if (lang === 'file' && isUuid(path[0] ?? '')) return file(request, reply, of, path[0] as string)
    if ((lang === 'sitemap.xml' || path[0] === 'feed.xml') && feeds.take(addressOf(request.ip), FEEDS_A_MINUTE)) throw tooManyCalls(60)
    if (lang === 'sitemap.xml') {
      const { content, until } = await contentOf(of)
      const view: View = { content, site: of.site, lang: 'zh-cn', at: of.at, root: of.root, keep: of.keep }
      return send(
        request,
        reply,
        await pages.page(of.tenantId, `${originOf(request)} ${JSON.stringify(of.keep)} ${of.site} map`, of.at, async () => ({ drawn: siteMap(view, originOf(request)), until })),
        of,
      )
    }
    // without a language the reader's own; the address then names it, so that it can be passed on
    if (lang === undefined) {
      const languages = (await contentOf(of)).content.languages.get(of.site) ?? []
      const own = languages.includes(request.lang) ? request.lang : (languages[0] ?? 'zh-cn')
      return reply
        .header('vary', 'accept-language')
        .header('cache-control', 'no-cache')
        .redirect(`${of.root}/${of.site}/${own}${asQuery(of.keep)}`, 302)
    }
    if (!isLang(lang)) throw noPage()
    if (path[0] === 'search' && path.length === 1) return send(request, reply, await search(of, lang, request), of, lang)
    const origin = path[0] === 'feed.xml' ? originOf(request) : ''
    const drawing = () => draw(of, lang, origin)
    const params = path.length === 1 ? (PARAMS[path[0] ?? ''] ?? []) : []
    const kept = params.flatMap(name => (of.query[name] ? [`${name}=${of.query[name]?.slice(0, 20)}`] : []))
    const address = [origin, JSON.stringify(of.keep), of.site, lang, ...path, ...kept].join('/')
    const page = of.preview ? await pageOf((await drawing()).drawn) : await pages.page(of.tenantId, address, of.at, drawing)
    if (page.status === 200 && path.length === 2 && !of.preview && request.method === 'GET') counts.view(of.tenantId, path[1] as string)
    return send(request, reply, page, of, lang)
  }
  const config = { open: OPEN, limit: READS_A_MINUTE }
  for (const url of PLACES) app.route({ method: ['GET', 'HEAD'], url, config, handler: shown })
  /** A vote about an answer, by a plain form: one a day and address for each. */
  const vote = { open: 'whoever reads an answer may say whether it helped', limit: 60 }
  for (const site of Object.keys(SITES)) app.route({ method: 'POST', url: `/site/${site}/:lang/faq/:id`, config: vote, handler: take })
  async function take(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const of = await asked(request)
    const [lang, kind, id] = of.path
    const { content } = await contentOf(of)
    const faq = new Set(channelsOf(content, of.site, 'faq').map(c => c.id))
    const question = content.questions.find(q => q.id === id && faq.has(q.channelId))
    const { vote } = texts(request.body)
    if (!isLang(lang) || kind !== 'faq' || !question || of.preview || (vote !== 'helpful' && vote !== 'notHelpful')) throw noPage()
    if (!votes.take(`${question.id} ${addressOf(request.ip)}`, VOTES_A_DAY)) counts.vote(of.tenantId, question.id, vote)
    return reply.redirect(`${of.root}/${of.site}/${lang}/faq${asQuery({ ...of.keep, thanks: '1' })}`, 303)
  }
})
const asQuery = (query: Query): string => (Object.keys(query).length ? `?${new URLSearchParams(query)}` : '')
