import { createHash } from 'node:crypto'
import { schoolClock, schoolDate } from '#model/school-time.ts'
import { channelsOf } from './content.ts'
import { html, Markup } from './html.ts'
import { LANGUAGES } from './languages.ts'
import { channelName, HTML_LANG, linkTo, marked, type Sheet, t, type View } from './view.ts'

const STYLE = `:root{color-scheme:light;--ink:#1d2733;--quiet:#4a5866;--line:#d5dce3;--blue:#17528f;--paper:#fff;--ground:#f4f6f8}
*{box-sizing:border-box}html{font-size:100%}body{margin:0;font:1rem/1.7 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;color:var(--ink);background:var(--ground)}
a{color:var(--blue)}a:focus-visible,button:focus-visible,input:focus-visible,summary:focus-visible{outline:3px solid #b45309;outline-offset:2px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--paper);padding:.5rem 1rem;z-index:1}
.wrap{max-width:60rem;margin:0 auto;padding:0 1rem}header.top{background:var(--paper);border-bottom:1px solid var(--line)}
.brand{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center;justify-content:space-between;padding:.75rem 0}.brand>a{font-size:1.25rem;font-weight:700;color:var(--ink);text-decoration:none}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem;margin:0;padding:0 0 .5rem;list-style:none}nav.main a{display:block;padding:.4rem .8rem;border-radius:.4rem;text-decoration:none;min-height:2.75rem}
nav.main a[aria-current]{background:var(--blue);color:#fff}main{padding:1rem 0 3rem}h1{font-size:1.6rem;line-height:1.35;margin:.75rem 0}h2{font-size:1.25rem}h3{font-size:1.1rem}
.card{background:var(--paper);border:1px solid var(--line);border-radius:.6rem;padding:1rem 1.25rem;margin:0 0 1rem}.quiet{color:var(--quiet);font-size:.9rem}
ul.items{list-style:none;margin:0;padding:0}ul.items li{padding:.75rem 0;border-bottom:1px solid var(--line)}ul.items li:last-child{border:0}ul.items p{margin:.25rem 0 0}
.tag{display:inline-block;border:1px solid currentColor;border-radius:.3rem;padding:0 .4rem;font-size:.8rem;color:#8a3b12;margin-right:.4rem}
.body img,img{max-width:100%;height:auto}.body{overflow-wrap:anywhere}.body table,.scroll{display:block;overflow-x:auto;max-width:100%}table{border-collapse:collapse;width:100%}th,td{border:1px solid var(--line);padding:.4rem .6rem;text-align:left;vertical-align:top}td.sum{text-align:right;white-space:nowrap}
form.find{display:flex;gap:.5rem;margin:.5rem 0 1rem}input[type=search],input[type=datetime-local]{flex:1;min-width:0;font:inherit;padding:.5rem .7rem;border:1px solid #76838f;border-radius:.4rem}
button{font:inherit;padding:.5rem 1rem;border:1px solid var(--blue);border-radius:.4rem;background:var(--blue);color:#fff;min-height:2.75rem}button.plain{background:var(--paper);color:var(--blue)}
details{border-bottom:1px solid var(--line);padding:.5rem 0}summary{cursor:pointer;font-weight:600;padding:.35rem 0}.votes{display:flex;gap:.5rem;align-items:center;flex-wrap:wrap}
ol.time{list-style:none;margin:0;padding:0}ol.time>li{border-left:3px solid var(--blue);padding:0 0 1.25rem 1rem}ol.time h2{margin:0}dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.25rem 0}dt{color:var(--quiet)}dd{margin:0}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:1rem;margin:0}.figures div{display:flex;flex-direction:column-reverse}.figures dd{font-size:1.5rem;font-weight:700}
.pager{display:flex;gap:1rem;justify-content:center}.preview{background:#7c2d12;color:#fff;padding:.5rem 0}.preview a{color:#fff}footer{border-top:1px solid var(--line);padding:1rem 0 2rem;color:var(--quiet);font-size:.9rem}
.cover{border-radius:.6rem;margin-bottom:1rem}@media print{header.top nav,footer,.votes,form{display:none}}`
const HASH = createHash('sha256').update(STYLE).digest('base64')
/** Nothing but its own style sheet, pictures of this server and forms to it; no scripts at all. */
export const POLICY = `default-src 'none';style-src-elem 'sha256-${HASH}';style-src-attr 'unsafe-inline';img-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'self'`
export const dayOf = (at: string): Markup => html`<time datetime="${at}">${schoolDate(at)}</time>`

/** A whole page: landmarks, navigation, languages, and the record number of the site. */
export function layout(view: View, sheet: Sheet): string {
  const { content, site, lang } = view
  const codes = [...new Map(channelsOf(content, site).map(c => [c.code, c])).values()]
  const others = content.languages.get(site) ?? []
  const head = `${sheet.title}${sheet.title === content.schoolName ? '' : ` – ${content.schoolName}`}`
  const address = (of: keyof typeof LANGUAGES): string => linkTo(view, sheet.path, sheet.query, of)
  const isOpen = !view.preview && sheet.isIndexed !== false && !sheet.status
  const record = content.recordNo.get(site)
  const page = html`<html lang="${HTML_LANG[lang]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${head}</title>
${sheet.description ? html`<meta name="description" content="${sheet.description}"><meta property="og:description" content="${sheet.description}">` : ''}
<meta property="og:title" content="${sheet.title}"><meta property="og:site_name" content="${content.schoolName}">${sheet.image ? html`<meta property="og:image" content="${sheet.image}">` : ''}
${isOpen ? html`<link rel="canonical" href="${address(lang)}">` : html`<meta name="robots" content="noindex">`}
${others.map(of => html`<link rel="alternate" hreflang="${HTML_LANG[of as 'en']}" href="${address(of as 'en')}">`)}
<link rel="alternate" type="application/atom+xml" title="${t(view, '公告')}" href="${linkTo(view, '/feed.xml')}"><style>${new Markup(STYLE)}</style></head><body>
<a class="skip" href="#main">${t(view, '跳到正文')}</a>${view.preview ? previewBar(view, sheet) : ''}
<header class="top"><div class="wrap"><div class="brand"><a href="${linkTo(view, '')}">${content.schoolName}</a><nav aria-label="${t(view, '语言')}"><ul>
${others.filter(of => of !== lang).map(of => html`<li><a href="${address(of as 'en')}" lang="${HTML_LANG[of as 'en']}" hreflang="${HTML_LANG[of as 'en']}">${LANGUAGES[of as 'en']}</a></li>`)}</ul></nav></div>
<nav class="main" aria-label="${t(view, '栏目')}"><ul>${codes.map(
    c => html`<li><a href="${linkTo(view, `/${c.code}`)}"${sheet.code === c.code ? new Markup(' aria-current="page"') : ''}>${marked(channelName(view, c))}</a></li>`,
  )}</ul></nav></div></header>
<main id="main" tabindex="-1"><div class="wrap">${sheet.body}</div></main>
<footer><div class="wrap"><p>${content.schoolName}</p><p><a href="${linkTo(view, '/search')}">${t(view, '搜索')}</a> · <a href="${linkTo(view, '/feed.xml')}">${t(view, '订阅')}</a> · <a href="${SIGN_IN[site]}">${t(view, '登录')}</a></p>
${record ? html`<p><a href="https://beian.miit.gov.cn/" rel="noopener noreferrer">${record}</a></p>` : ''}</div></footer></body></html>`
  return `<!doctype html>${page.text}`
}
const SIGN_IN = { portal: '/login', welcome: '/welcome/login', exam: '/dzks/login' } as const
/** The moment the site is shown at, to be moved. */
const previewBar = (view: View, sheet: Sheet): Markup => {
  const { at: _, ...rest } = view.keep
  return html`<section class="preview" aria-label="${t(view, '预览')}"><div class="wrap"><form method="get" action="${linkTo({ ...view, keep: {} }, sheet.path)}" class="find">
${Object.entries(rest).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label>${t(view, '预览：网站在这个时间的样子')} <input type="datetime-local" name="at" value="${`${schoolDate(view.at)}T${schoolClock(view.at)}`}"></label><button class="plain">${t(view, '查看')}</button></form></div></section>`
}
