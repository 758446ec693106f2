import { escapeHtml } from '#server/base/escape-html.ts'

/** A person to choose in the stand-in. */
export interface StandInPerson {
  /** Their id in the other system. */
  id: string
  name: string
  note?: string
}
const STYLE = `body{font:16px/1.6 system-ui,"Noto Sans SC",sans-serif;margin:0;background:#f2f5f9;color:#1d2a3a}
main{max-width:34rem;margin:6vh auto;padding:2rem;background:#fff;border-radius:12px;box-shadow:0 6px 30px #13253f1a}
h1{font-size:1.3rem;margin:0 0 .25rem}p{margin:.25rem 0 1rem;color:#5a6b80}ul{list-style:none;margin:0;padding:0}
li a{display:flex;gap:.75rem;align-items:baseline;padding:.6rem .75rem;border-radius:8px;color:inherit;text-decoration:none}
li a:hover,li a:focus-visible{background:#e8f0fb}li b{min-width:6rem}li span{color:#5a6b80;font-size:.9rem}`

/** Login page of the stand-in: a list of persons, each a link that signs in. */
export function pickPage(title: string, people: readonly StandInPerson[], linkOf: (person: StandInPerson) => string): string {
  const items = people.map(p => `<li><a href="${escapeHtml(linkOf(p))}"><b>${escapeHtml(p.name)}</b><span>${escapeHtml([p.id, p.note].filter(Boolean).join(' '))}</span></a></li>`)
  return document(title, `<p>演示用的替身系统，不核对密码：选一个人，就以他的身份返回。Stand-in for the demo: pick who you are.</p><ul>${items.join('')}</ul>`)
}
export const textPage = (title: string, text: string): string => document(title, `<p>${escapeHtml(text)}</p>`)
const document = (title: string, body: string): string =>
  `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style><main><h1>${escapeHtml(title)}</h1>${body}</main></html>`
