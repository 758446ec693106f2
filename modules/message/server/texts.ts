import { allModules, fill, type MessageEvent, type Wording } from '#model'
import type { Lang } from '#server/context.ts'
import { formatWording, translate } from '#server/i18n/translate.ts'
import type { NotificationValue } from '#server/notifications/notify.ts'
import { CODE_EVENT } from '../model/events.ts'
import type { Template, Templates } from '../model/rule.ts'

export type Values = Readonly<Record<string, NotificationValue>>
export type Words = Readonly<Record<string, string | number | null>>
/** Several values are joined like all lists in the program. */
const listed = (lang: Lang, value: Wording): string => formatWording(lang, Array.isArray(value) ? { text: '{value}', values: { value } } : value)
/** Variables rendered in a language. */
const wordsIn = (lang: Lang, values: Values): Words =>
  Object.fromEntries(Object.entries(values).map(([name, v]) => [name, v === null || typeof v === 'number' ? v : listed(lang, v)]))
/** Event of an installed module by code. */
export const eventNamed = (code: string): (MessageEvent & { module: string; moduleName: string }) | undefined => {
  for (const m of allModules()) {
    const found = m.messages.find(e => e.code === code)
    if (found) return { ...found, module: m.code, moduleName: m.name }
  }
  return undefined
}
/** Display name of an event. */
export const eventName = (lang: Lang, code: string): string => translate(lang, code === CODE_EVENT ? '验证码' : (eventNamed(code)?.name ?? code))
/** Distinct names in `{braces}`. */
export const variablesIn = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(m => m[1] as string))]

/** Template of a channel in the reader's language: the school's own, else the event's. */
export function templateOf(event: MessageEvent, templates: Templates | null, channel: keyof Templates, lang: Lang): Required<Template> {
  const own = templates?.[channel]?.[lang] ?? (lang === 'zh-cn' ? undefined : translated(templates?.[channel]?.['zh-cn'], lang))
  return { title: own?.title || translate(lang, event.title), content: own?.content ?? translate(lang, event.content) }
}
/** Schools write templates in Chinese: converted for traditional characters, replaced by the event's own text in English. */
const translated = (of: Template | undefined, lang: Lang): Template | undefined =>
  of && lang === 'zh-tw' ? { content: translate(lang, of.content), ...(of.title ? { title: translate(lang, of.title) } : {}) } : undefined

/** Fills a text; a missing variable renders as a dash, never as its name. */
export const filled = (event: MessageEvent, text: string, values: Values, lang: Lang = 'zh-cn'): string =>
  fill(text, { ...Object.fromEntries(Object.keys(event.variables).map(name => [name, null])), ...wordsIn(lang, values) })

/** The event's in-app text as stored in a message. */
export function insideText(event: MessageEvent, templates: Templates | null, values: Values, lang: Lang = 'zh-cn'): Required<Template> {
  const { title, content } = templateOf(event, templates, 'inApp', lang)
  return { title: filled(event, title, values, lang).slice(0, 200), content: filled(event, content, values, lang).slice(0, 2000) }
}
const shorten = (value: string): string =>
  /^\d{7,}[\dXx]?$/.test(value) ? `${value.slice(0, 3)}****${value.slice(-4)}` : `${[...value][0] ?? ''}${'*'.repeat(Math.max(1, [...value].length - 1))}`
/** Variables for outside channels, in texts and vendor parameters: sensitive ones are removed, personal ones masked. */
export function outsideValues(event: MessageEvent, values: Values): Words {
  return Object.fromEntries(
    Object.entries(wordsIn('zh-cn', values)).map(([name, value]) => {
      const kind = event.sensitivity?.[name]
      if (kind === 'S2') return [name, '（登录后查看）']
      if (kind === 'S1' && value !== null) return [name, shorten(String(value))]
      return [name, typeof value === 'string' ? withoutNumbers(value) : value]
    }),
  )
}
/** Masks identity and telephone numbers in free text. */
export const withoutNumbers = (text: string): string =>
  text.replace(/(?<!\d)(1[3-9]\d)\d{4}(\d{4})(?!\d)/g, '$1****$2').replace(/(?<![\dA-Za-z])(\d)\d{16}[\dXx](?![\dA-Za-z])/g, `$1${'*'.repeat(17)}`)

/** Text for an outside channel: masked, with a hint where to look. */
export function outsideText(event: MessageEvent, template: Required<Template>, values: Values, where: string): Required<Template> {
  const safe = outsideValues(event, values)
  const content = withoutNumbers(filled(event, template.content, safe))
  return { title: withoutNumbers(filled(event, template.title, safe)), content: where ? `${content}${/[。！？.!?]$/.test(content) ? '' : '。'}${where}` : content }
}
/** Number of SMS parts: 70 characters, or 67 per part when longer. */
export const partsOf = (text: string): number => ([...text].length <= 70 ? 1 : Math.ceil([...text].length / 67))
