import sql from 'sql-template-tag'
import { wordsOfRich } from '#model/rich.ts'
import type { Db } from '#server/context.ts'
import { likePattern } from '#server/data/where.ts'
import { translate } from '#server/i18n/translate.ts'
import { channelsOf, itemsOf } from './content.ts'
import { html } from './html.ts'
import { itemList, searchForm } from './pages.ts'
import { linkTo, marked, type Sheet, said, t, type View } from './view.ts'

const MOST = 50
const MOST_LETTERS = 40
export const wordsIn = (query: string | undefined): string => (query ?? '').trim().replace(/\s+/g, ' ').slice(0, MOST_LETTERS)
/** 60-WC9: items by title, text and names of attachments, in any of the three writings; questions by all they say. Every word must occur. */
export async function searchSheet(view: View, db: Db, words: string): Promise<{ sheet: Sheet; found: number }> {
  const each = words.toLowerCase().split(' ').filter(Boolean)
  const open = itemsOf(view.content, view)
  const hits = each.length
    ? await db.query<{ id: string }>(sql`select r.item_id as id from content_revision r where r.tenant_id = ${db.me.tenantId}
        and (r.item_id, r.no) in (select * from unnest(${open.map(i => i.id)}::uuid[], ${open.map(i => i.no)}::int[])) and r.words like all(${each.map(likePattern)}::text[])`)
    : []
  const found = new Set(hits.map(hit => hit.id))
  const items = open.filter(item => found.has(item.id)).slice(0, MOST)
  const faq = new Set(channelsOf(view.content, view.site, 'faq').map(c => c.id))
  const textOf = (q: (typeof view.content.questions)[number]): string => {
    const chinese = `${q.question} ${q.words ?? ''} ${wordsOfRich(q.answer)}`
    return `${chinese} ${translate('zh-tw', chinese)} ${q.questionEn ?? ''} ${wordsOfRich(q.answerEn ?? '')}`.toLowerCase()
  }
  const asked = view.content.questions.filter(q => faq.has(q.channelId))
  const questions = each.length ? asked.filter(q => each.every(word => textOf(q).includes(word))).slice(0, MOST) : []
  const count = items.length + questions.length
  const body = html`<h1>${t(view, '搜索')}</h1>${searchForm(view, words)}${
    each.length
      ? html`<p role="status">${count ? t(view, '“{words}”找到 {n} 条', { words, n: count }) : t(view, '没有找到“{words}”。我们记下了这个问题，会补上回答。', { words })}</p>`
      : ''
  }
${questions.length ? html`<section class="card"><h2>${t(view, '常见问题')}</h2><ul class="items">${questions.map(q => html`<li><a href="${linkTo(view, '/faq')}#q-${q.id}">${marked(said(view, q.question, q.questionEn, q.questionTw))}</a></li>`)}</ul></section>` : ''}
${items.length ? html`<section class="card"><h2>${t(view, '内容#many')}</h2>${itemList(view, items)}</section>` : ''}`
  return { sheet: { title: t(view, '搜索'), path: '/search', query: words ? { q: words } : {}, body, isIndexed: false }, found: count }
}
