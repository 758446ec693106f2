import type { ChargeRow } from '../../model/charge-table.ts'
import { placeIn } from '../pieces.ts'
import { html, type Markup, richPart } from './html.ts'
import { dayOf } from './layout.ts'
import { fileLink, lines, linkTo, marked, said, t, titleOf, type View } from './view.ts'

type Query = Readonly<Record<string, string>>
type PartOf = (view: View, channels: ReadonlySet<string>, query: Query) => Markup | undefined
/** The steps in order, each with who, when, where and what to bring. */
export const guidePart: PartOf = (view, channels) => {
  const steps = view.content.steps.filter(s => channels.has(s.channelId))
  if (!steps.length) return undefined
  const fact = (label: string, value: { text: string; lang?: string }) => (value.text ? html`<dt>${t(view, label)}</dt><dd>${marked(value)}</dd>` : '')
  return html`<ol class="time card">${steps.map(step => {
    const things = said(view, step.materials, step.materialsEn)
    const place = step.venueId ? view.content.venues.get(step.venueId) : undefined
    return html`<li><h2>${step.no}. ${marked(titleOf(view, step))}</h2><dl>${fact('谁来办', said(view, step.who, step.whoEn))}${fact('什么时候', said(view, step.whenText, step.whenTextEn))}${fact('地点', said(view, place))}${
      things.text
        ? html`<dt>${t(view, '带什么')}</dt><dd${things.lang ? html` lang="${things.lang}"` : ''}>${lines(things.text).map((line, n) => html`${n ? html`<br>` : ''}${line}`)}</dd>`
        : ''
    }</dl>${step.link ? html`<p><a href="${step.link}" rel="noopener noreferrer">${t(view, '去办理')}<span class="quiet"> ${marked(titleOf(view, step))}</span></a></p>` : ''}</li>`
  })}</ol>`
}
/** Questions by category; the votes are plain forms. */
export const faqPart: PartOf = (view, channels, query) => {
  const questions = view.content.questions.filter(q => channels.has(q.channelId))
  if (!questions.length) return undefined
  const groups = [...Map.groupBy(questions, q => q.categoryName)]
  return html`${query.thanks ? html`<p class="card" role="status">${t(view, '谢谢，你的意见已记下。')}</p>` : ''}${groups.map(
    ([category, of]) =>
      html`<section class="card"><h2>${marked(said(view, category))}</h2>${of.map(q => {
        const question = said(view, q.question, q.questionEn, q.questionTw)
        const answer = said(view, q.answer, q.answerEn, q.answerTw)
        return html`<details id="q-${q.id}"><summary>${marked(question)}</summary><div class="body"${answer.lang ? html` lang="${answer.lang}"` : ''}>${richPart(answer.text)}</div>${
          view.preview
            ? ''
            : html`<form class="votes" method="post" action="${linkTo(view, `/faq/${q.id}`)}"><span class="quiet">${t(view, '这个回答有帮助吗？')}</span><button class="plain" name="vote" value="helpful">${t(view, '有帮助')}</button><button class="plain" name="vote" value="notHelpful">${t(view, '没帮助')}</button></form>`
        }</details>`
      })}</section>`,
  )}`
}
const pairs = (text: string): Array<[string, string]> =>
  lines(text).map(line => {
    const [name = '', ...rest] = line.split(/[|｜]/)
    return [name.trim(), rest.join('｜').trim()]
  })
export const overviewPart: PartOf = (view, channels) => {
  const blocks = view.content.blocks.filter(b => channels.has(b.channelId))
  if (!blocks.length) return undefined
  return html`${blocks.map(block => {
    const content = said(view, block.content, block.contentEn)
    const at = content.lang ? html` lang="${content.lang}"` : ''
    const picture = block.picture?.[0]
    const place = placeIn(block.position)
    const title = titleOf(view, block)
    const map = place
      ? html`<p><a href="https://uri.amap.com/marker?position=${place.longitude},${place.latitude}&amp;name=${encodeURIComponent(view.content.schoolName)}" rel="noopener noreferrer">${t(view, '在地图中打开')}</a></p>`
      : ''
    const words =
      block.kind === 'figure' || block.kind === 'contacts'
        ? html`<dl class="${block.kind === 'figure' ? 'figures' : ''}"${at}>${pairs(content.text).map(([name, value]) => (block.kind === 'figure' ? html`<div><dt>${name}</dt><dd>${value}</dd></div>` : html`<dt>${name}</dt><dd>${value}</dd>`))}</dl>`
        : html`<div${at}>${lines(content.text).map(line => html`<p>${line}</p>`)}</div>`
    return html`<section class="card"><h2>${marked(title)}</h2>${picture ? html`<img src="${fileLink(view, picture, 800)}" alt="${block.alt ?? ''}">` : ''}${words}${map}</section>`
  })}`
}
const yuan = (fen: number): string => (fen / 100).toFixed(2).replace(/\.00$/, '')
const chargeRows = (view: View, row: ChargeRow): Markup =>
  html`<h3>${marked(said(view, row.item))}</h3><p class="quiet">${t(view, row.nature)} · ${t(view, row.period)}${row.filingNo ? html` · ${t(view, '备案号')} ${row.filingNo}` : ''}</p><div class="scroll"><table><thead><tr><th scope="col">${t(view, '适用')}</th><th scope="col">${t(view, '标准（元）')}</th></tr></thead><tbody>${row.lines.map(
    line =>
      html`<tr><th scope="row">${line.of.length ? marked(said(view, line.of.join(' · '))) : t(view, '全部学生')}</th><td class="sum">${yuan(line.amount)}${line.perCredit ? html` / ${t(view, '学分')}` : ''}</td></tr>`,
  )}</tbody></table></div>`
/** The year in force, by item; other years and earlier editions stay readable at an address of their own. */
export const chargePart: PartOf = (view, channels, query) => {
  const tables = view.content.tables.filter(table => channels.has(table.channelId))
  const asked = (one: (typeof tables)[number]): boolean => one.xn === query.xn && (!query.edition || String(one.edition) === query.edition)
  const table = tables.find(query.xn ? asked : one => one.state === 'published')
  if (!table) return undefined
  const isOld = table.state === 'replaced'
  const others = tables.filter(one => one.id !== table.id)
  return html`<section class="card"><h2>${t(view, '{xn} 学年', { xn: table.xn })}</h2>${isOld ? html`<p><strong>${t(view, '这是旧版，已被新版代替。')}</strong></p>` : ''}
<p class="quiet">${t(view, '第 {n} 版', { n: table.edition })} · ${table.publishedAt ? dayOf(table.publishedAt) : ''}</p><p>${t(view, '收费依据')}：${marked(said(view, table.basis))}${table.filingNo ? html`（${table.filingNo}）` : ''}</p>${table.rows.map(row => chargeRows(view, row))}</section>
${
  others.length
    ? html`<nav class="card" aria-label="${t(view, '其他学年和版本')}"><h2>${t(view, '其他学年和版本')}</h2><ul>${others.map(
        one =>
          html`<li><a href="${linkTo(view, '/charge', { xn: one.xn, edition: one.edition })}">${t(view, '{xn} 学年', { xn: one.xn })} ${t(view, '第 {n} 版', { n: one.edition })}</a></li>`,
      )}</ul></nav>`
    : ''
}`
}
