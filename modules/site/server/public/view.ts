import { fill } from '#model'
import type { Lang } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import type { ChannelCode, Site } from '../../model/channel.ts'
import type { Content } from './content.ts'
import { html, type Markup, type Part } from './html.ts'

/** One reader's look at the pages: which site, language and moment, and how links go on from here. */
export interface View {
  content: Content
  site: Site
  lang: Lang
  at: number
  /** `/site`, or that of a preview. */
  root: string
  /** Query that links keep: the school, the moment of a preview. */
  keep: Readonly<Record<string, string>>
  /** The previewed item. */
  preview?: string
}
type Values = Readonly<Record<string, unknown>>
export const t = ({ lang }: Pick<View, 'lang'>, text: string, values: Values = {}): string => fill(translate(lang, text), values)
export const HTML_LANG: Readonly<Record<Lang, string>> = { 'zh-cn': 'zh-CN', 'zh-tw': 'zh-TW', en: 'en' }

export function linkTo(view: View, path: string, query: Values = {}, lang: Lang = view.lang): string {
  const asked = new URLSearchParams(
    Object.entries({ ...view.keep, ...query }).flatMap(([key, value]) => (value === undefined || value === '' ? [] : [[key, String(value)] as [string, string]])),
  )
  return `${view.root}/${view.site}/${lang}${path}${asked.size ? `?${asked}` : ''}`
}
export function fileLink(view: View, id: string, size?: 200 | 800): string {
  const asked = new URLSearchParams({ ...view.keep, ...(size ? { size: String(size) } : {}) })
  return `${view.root}/${view.site}/file/${id}${asked.size ? `?${asked}` : ''}`
}
/** A text of the school in the reader's language: its own in English where there is one, Traditional Chinese derived unless written. */
export function said(view: Pick<View, 'lang'>, zh: string | null | undefined, en?: string | null, tw?: string | null): { text: string; lang?: string } {
  if (view.lang === 'en') return en?.trim() ? { text: en } : { text: zh ?? '', lang: 'zh-CN' }
  return { text: view.lang === 'zh-tw' ? tw?.trim() || translate('zh-tw', zh ?? '') : (zh ?? '') }
}
/** The same in an element that says its language where it is not the page's. */
export const marked = ({ text, lang }: { text: string; lang?: string }): Part => (lang && text ? html`<span lang="${lang}">${text}</span>` : text)
type Named = { title: string; titleEn?: string | null; titleTw?: string | null }
export const titleOf = (view: Pick<View, 'lang'>, { title, titleEn, titleTw }: Named) => said(view, title, titleEn, titleTw)
export const channelName = (view: Pick<View, 'lang'>, c: { name: string; nameEn: string | null; nameTw: string | null }) => said(view, c.name, c.nameEn, c.nameTw)
export const lines = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
export interface Sheet {
  title: string
  description?: string
  /** Path below site and language, the same in every language. */
  path: string
  query?: Values
  /** Channel in the navigation that this page belongs to. */
  code?: ChannelCode
  body: Markup
  status?: number
  image?: string
  isIndexed?: false
}
