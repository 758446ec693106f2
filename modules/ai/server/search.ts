import sql, { join } from 'sql-template-tag'
import { knowledgeSources } from '#modules/system/server/api.ts'
import type { Db, Principal } from '#server/context.ts'
import { gramsOf, passagesOf, similarity, type Weights } from '../model/grams.ts'

const MOST_DOCUMENTS = 30
const MOST_PASSAGES = 6
const MOST_OF_ONE = 2
/** Passages that say less than this share of what the best one says are left out. */
const NEAR = 0.5
interface Document {
  source: string
  title: string
  body: string
  at: string
  department: string | null
  link: string
}
export interface Passage {
  no: number
  kind: string
  title: string
  text: string
  department: string | null
  at: string
  link: string
  similarity: number
}
/** Names of the kinds of documents that are searched. */
export const kindsOf = (db: Db): string[] => db.registered(knowledgeSources).map(s => s.title)

/** 60-AI5: the passages nearest to a question among all documents the asker may read at this moment, best first. One statement decides who may read, what is rare and what is near. */
export async function passagesFor(db: Db, asker: Principal, question: string): Promise<Passage[]> {
  const grams = gramsOf(question)
  const sources = db.registered(knowledgeSources)
  if (!grams.length || !sources.length) return []
  const selects = sources.map(s => sql`select ${s.code}::text as source, x.* from (${s.find(db, asker)}) x`)
  const found = await db.query<Document & { weights: Array<[string, number]> }>(sql`with doc as materialized (${join(selects, ' union all ')}),
    hit as materialized (select d.source, d.id, g.gram from (select source, id, lower(normalize(title || ' ' || regexp_replace(body, '<[^>]*>', '', 'g'), nfkc)) as words from doc) d
      cross join unnest(${grams}::text[]) g(gram) where strpos(d.words, g.gram) > 0),
    weight as (select g.gram, ln(1 + (select count(*) from doc) / (0.5 + (select count(*) from hit h where h.gram = g.gram))) as weight from unnest(${grams}::text[]) g(gram)),
    best as (select h.source, h.id, sum(w.weight) as score from hit h join weight w using (gram) group by 1, 2 order by score desc, 1, 2 limit ${MOST_DOCUMENTS})
    select d.source, d.title, d.body, d.at, d.department, d.link, (select jsonb_agg(jsonb_build_array(w.gram, w.weight::float8)) from weight w) as weights
    from best b join doc d using (source, id) order by b.score desc, d.at desc, d.id`)
  const titles = new Map(sources.map(s => [s.code, s.title]))
  const weights: Weights = new Map(found[0]?.weights)
  const passages = found.flatMap(({ source, title, body, at, department, link }) => {
    const parts = passagesOf(body).map(text => ({ text, similarity: similarity(`${title} ${text}`, weights) }))
    const near = parts.toSorted((a, b) => b.similarity - a.similarity).slice(0, MOST_OF_ONE)
    return near.map(part => ({ ...part, kind: titles.get(source) ?? '', title, at, department, link }))
  })
  const sorted = passages.toSorted((a, b) => b.similarity - a.similarity || Date.parse(b.at) - Date.parse(a.at))
  const least = (sorted[0]?.similarity ?? 0) * NEAR
  return sorted
    .filter(p => p.similarity >= least)
    .slice(0, MOST_PASSAGES)
    .map((passage, at) => ({ no: at + 1, ...passage }))
}
