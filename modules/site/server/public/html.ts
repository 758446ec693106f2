import { escapeHtml } from '#server/base/escape-html.ts'

/** Text that is markup already. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
export type Part = Markup | string | number | null | undefined | false | readonly Part[]
const drawn = (part: Part): string => {
  if (part instanceof Markup) return part.text
  if (Array.isArray(part)) return part.map(drawn).join('')
  return part === null || part === undefined || part === false ? '' : escapeHtml(String(part))
}
/** Markup with its places escaped, except those that are markup. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Markup => new Markup(texts.reduce((all, text, n) => all + text + drawn(parts[n]), ''))
/** Sanitised rich text as a part of a public page: its headings below the page's own, and without colours of its own, which need not have contrast. */
export const richPart = (rich: string): Markup =>
  new Markup(
    rich
      .replace(/<(\/?)h([1-3])\b/g, (_, slash: string, level: string) => `<${slash}h${Number(level) + 1}`)
      .replace(
        /style="([^"]*)"/g,
        (_, css: string) =>
          `style="${css
            .split(';')
            .filter(one => !/^\s*(background-)?color:/.test(one))
            .join(';')}"`,
      )
      .replace(/<img\b(?![^>]*\balt=)/g, '<img alt=""'),
  )
