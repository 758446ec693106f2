import { daysBetween } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { openPictures } from '#modules/system/server/api.ts'
import type { Db } from '#server/context.ts'
import { CHANNEL_CODES, type ChannelCode } from '../../model/channel.ts'
import { bodyOf, channelsOf, type Head, isPinned, itemsOf } from './content.ts'
import { html, type Markup, richPart } from './html.ts'
import { dayOf } from './layout.ts'
import { chargePart, faqPart, guidePart, overviewPart } from './pieces.ts'
import { channelName, fileLink, linkTo, marked, type Sheet, said, t, titleOf, type View } from './view.ts'

const PER_PAGE = 20
const ON_HOME = 8

const codeOf = (view: View, item: Head): ChannelCode => view.content.channels.find(c => c.id === item.channelId)?.code ?? 'notice'
/** Pinned ones first; the rest by the day they came out. */
const ordered = (view: View, items: readonly Head[]): Head[] => [...items].sort((a, b) => Number(isPinned(b, view.at)) - Number(isPinned(a, view.at)))
export const itemList = (view: View, items: readonly Head[]): Markup =>
  html`<ul class="items">${items.map(item => {
    const summary = said(view, item.summary, item.summaryEn, item.summaryTw)
    return html`<li>${isPinned(item, view.at) ? html`<span class="tag">${t(view, '置顶')}</span>` : ''}<a href="${linkTo(view, `/${codeOf(view, item)}/${item.id}`)}">${marked(titleOf(view, item))}</a> <span class="quiet">${dayOf(item.publishAt)}</span>${summary.text ? html`<p class="quiet">${marked(summary)}</p>` : ''}</li>`
  })}</ul>`
export const searchForm = (view: View, words = ''): Markup =>
  html`<form class="find" role="search" method="get" action="${linkTo({ ...view, keep: {} }, '/search')}">${Object.entries(view.keep).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<input type="search" name="q" value="${words}" maxlength="40" aria-label="${t(view, '搜索')}" placeholder="${t(view, '搜公告、问题和附件')}"><button>${t(view, '搜索')}</button></form>`

function countdown(view: View): Markup | '' {
  const next = view.site === 'welcome' ? view.content.arrivals.find(a => Date.parse(a.to) > view.at) : undefined
  if (!next) return ''
  const days = daysBetween(schoolDate(view.at), schoolDate(next.from))
  return html`<p class="card"><strong>${days > 0 ? t(view, '距离现场报到还有 {n} 天', { n: days }) : t(view, '现场报到进行中')}</strong> <span class="quiet">${dayOf(next.from)} – ${dayOf(next.to)}</span></p>`
}
async function home(view: View, db: Db): Promise<Sheet> {
  const { content, site } = view
  const pictures = site === 'exam' ? [] : await openPictures(db, site === 'welcome' ? 'welcome' : 'login', view.lang)
  const items = ordered(view, itemsOf(content, view)).slice(0, ON_HOME)
  const first = pictures[0]
  const shown = first ? html`<img class="cover" src="${first.url}" alt="${first.title}">` : ''
  const channels = channelsOf(content, site)
  const body = html`<h1>${content.schoolName}</h1>${shown}${countdown(view)}${searchForm(view)}
${items.length ? html`<section class="card" aria-labelledby="new"><h2 id="new">${t(view, '最新')}</h2>${itemList(view, items)}</section>` : ''}
<section class="card" aria-labelledby="all"><h2 id="all">${t(view, '栏目')}</h2>${
    channels.length
      ? html`<ul class="items">${channels.map(c => html`<li><a href="${linkTo(view, `/${c.code}`)}">${marked(channelName(view, c))}</a></li>`)}</ul>`
      : html`<p>${t(view, '还没有内容')}</p>`
  }</section>`
  return { title: content.schoolName, path: '', body, description: content.schoolName }
}
function channelPage(view: View, code: ChannelCode, query: Readonly<Record<string, string>>): Sheet | undefined {
  const channels = channelsOf(view.content, view.site, code)
  if (!channels.length) return undefined
  const ids = new Set(channels.map(c => c.id))
  const items = ordered(
    view,
    itemsOf(view.content, view).filter(i => ids.has(i.channelId)),
  )
  const pages = Math.max(1, Math.ceil(items.length / PER_PAGE))
  const page = Number(query.page ?? 1)
  if (!(Number.isInteger(page) && page >= 1 && page <= pages)) return undefined
  const name = channels.length === 1 && channels[0] ? channelName(view, channels[0]) : { text: t(view, CHANNEL_CODES[code]) }
  const parts = { guide: guidePart, faq: faqPart, overview: overviewPart, charge: chargePart, notice: undefined, download: undefined } as const
  const own = parts[code]?.(view, ids, query)
  if (query.xn && !own) return undefined
  const pager =
    pages > 1
      ? html`<nav class="pager" aria-label="${t(view, '分页')}">${page > 1 ? html`<a rel="prev" href="${linkTo(view, `/${code}`, { page: page - 1 })}">${t(view, '上一页')}</a>` : ''}<span>${page} / ${pages}</span>${page < pages ? html`<a rel="next" href="${linkTo(view, `/${code}`, { page: page + 1 })}">${t(view, '下一页')}</a>` : ''}</nav>`
      : ''
  const list = items.length ? html`<section class="card">${itemList(view, items.slice((page - 1) * PER_PAGE, page * PER_PAGE))}${pager}</section>` : ''
  const none = !own && !items.length ? html`<p class="card">${t(view, '还没有内容')}</p>` : ''
  return { title: name.text, path: `/${code}`, query: page > 1 ? { page } : {}, code, body: html`<h1>${marked(name)}</h1>${searchForm(view)}${own ?? ''}${list}${none}` }
}
async function itemPage(view: View, db: Db, code: string, id: string): Promise<Sheet | undefined> {
  const item = itemsOf(view.content, view).find(i => i.id === id)
  if (!item || codeOf(view, item) !== code) return undefined
  const texts = await bodyOf(db, item)
  const title = titleOf(view, item)
  const summary = said(view, item.summary, item.summaryEn, item.summaryTw)
  const body = said(view, texts.body, texts.bodyEn, texts.bodyTw)
  const cover = item.cover?.[0]
  const files = item.fileNames
  const size = (bytes: number): string => (bytes < 1024 ** 2 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`)
  const drawn = html`<article class="card"><h1>${marked(title)}</h1>
<p class="quiet">${dayOf(item.publishAt)} · ${marked(said(view, item.department))}${item.contact ? html` · ${item.contact}` : ''}</p>
${body.lang ? html`<p class="quiet">${t(view, '这条内容还没有英文，下面是中文原文。')}</p>` : ''}
${cover ? html`<img class="cover" src="${fileLink(view, cover, 800)}" alt="${item.coverAlt ?? ''}">` : ''}<div class="body"${body.lang ? html` lang="${body.lang}"` : ''}>${richPart(body.text)}</div>
${files.length ? html`<h2>${t(view, '附件')}</h2><ul>${files.map(f => html`<li><a href="${fileLink(view, f.id)}">${f.name}</a> <span class="quiet">${size(f.size)}</span></li>`)}</ul>` : ''}
${item.expireAt ? html`<p class="quiet">${t(view, '有效期至')} ${dayOf(item.expireAt)}</p>` : ''}</article>`
  return {
    title: title.text,
    path: `/${code}/${id}`,
    code: codeOf(view, item),
    body: drawn,
    ...(summary.text ? { description: summary.text } : {}),
    ...(cover ? { image: fileLink(view, cover, 800) } : {}),
  }
}
export const missing = (view: View): Sheet => ({
  title: t(view, '没有这个页面'),
  path: '',
  status: 404,
  body: html`<h1>${t(view, '没有这个页面')}</h1><p>${t(view, '它可能还没有发布，或已经到期、撤回。')}</p>${searchForm(view)}<p><a href="${linkTo(view, '')}">${t(view, '回到首页')}</a></p>`,
})
/** The page at a path below site and language. */
export async function sheetAt(view: View, db: Db, path: readonly string[], query: Readonly<Record<string, string>>): Promise<Sheet> {
  const [code, id, ...rest] = path
  if (rest.length) return missing(view)
  if (!code) return home(view, db)
  if (!Object.hasOwn(CHANNEL_CODES, code)) return missing(view)
  return (id ? await itemPage(view, db, code, id) : channelPage(view, code as ChannelCode, query)) ?? missing(view)
}
