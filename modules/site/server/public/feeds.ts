import type { Drawn } from './cache.ts'
import { channelsOf, itemsOf } from './content.ts'
import { html, type Part } from './html.ts'
import { HTML_LANG, linkTo, said, titleOf, type View } from './view.ts'

const NEWEST = 30
const MOST = 5000
const codeOf = (view: View, channelId: string): string => view.content.channels.find(c => c.id === channelId)?.code ?? 'notice'
const xml = (body: Part): string => `<?xml version="1.0" encoding="utf-8"?>\n${html`${body}`.text}`
/** The newest items as an Atom feed. Addresses need a host: the one the reader called. */
export function feed(view: View, origin: string): Drawn {
  const items = itemsOf(view.content, view).slice(0, NEWEST)
  const updated = new Date(items[0]?.publishAt ?? view.at).toISOString()
  const entries = items.map(item => {
    const at = origin + linkTo(view, `/${codeOf(view, item.channelId)}/${item.id}`)
    const summary = said(view, item.summary, item.summaryEn, item.summaryTw).text
    return html`<entry><id>urn:uuid:${item.id}</id><title>${titleOf(view, item).text}</title><link href="${at}"/><updated>${new Date(item.publishAt).toISOString()}</updated>${summary ? html`<summary>${summary}</summary>` : ''}</entry>`
  })
  const body = html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${HTML_LANG[view.lang]}"><id>${origin + linkTo(view, '')}</id><title>${view.content.schoolName}</title><author><name>${view.content.schoolName}</name></author><link href="${origin + linkTo(view, '')}"/><link rel="self" href="${origin + linkTo(view, '/feed.xml')}"/><updated>${updated}</updated>${entries}</feed>`
  return { type: 'application/atom+xml; charset=utf-8', text: xml(body) }
}
/** Every page of a site in its languages. */
export function siteMap(view: View, origin: string): Drawn {
  const paths = [
    '',
    ...new Set(channelsOf(view.content, view.site).map(c => `/${c.code}`)),
    ...itemsOf(view.content, view).map(item => `/${codeOf(view, item.channelId)}/${item.id}`),
  ]
  const languages = (view.content.languages.get(view.site) ?? ['zh-cn']) as Array<View['lang']>
  const body = html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.slice(0, MOST).flatMap(path => languages.map(lang => html`<url><loc>${origin + linkTo(view, path, {}, lang)}</loc></url>`))}</urlset>`
  return { type: 'application/xml; charset=utf-8', text: xml(body) }
}
