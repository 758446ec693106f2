import sql, { raw } from 'sql-template-tag'
import type { Entity, Issue, Phrase, Wording } from '#model'
import { type Computation, compute, type Lang } from '../context.ts'
import { formatWording, translate } from './translate.ts'

type Word = string | Phrase
/** A name with what goes with it, for whoever reads it: `张三（软件2301）`. */
export const withNote = (name: Word, note: Word | null | undefined): Word => (note ? { text: '{name}（{note}）', values: { name, note } } : name)

/** The first `most` side by side, and how many there are where these are not all. */
export const firstOf = (names: readonly Word[], most: number): Phrase => shortened('{names}等 {count} 项', names, most)
/** The same of people. */
export const firstPeople = (names: readonly Word[], most: number): Phrase => shortened('{names}等 {count} 人', names, most)
const shortened = (text: string, names: readonly Word[], most: number): Phrase =>
  names.length > most ? { text, values: { names: names.slice(0, most), count: names.length } } : { text: '{names}', values: { names } }

/** Why something is refused, to be kept or told. */
export const phraseOf = (issues: readonly Issue[]): Phrase =>
  issues
    .map(({ text, values }) => ({ text, ...(values ? { values: values as NonNullable<Phrase['values']> } : {}) }))
    .reduce((before: Phrase | undefined, next): Phrase => (before ? { text: '{before}；{next}', values: { before, next } } : next), undefined) ?? { text: '' }

/** Sentences a row keeps, by the text field that holds each in Chinese: filters and other versions of the program read the field, people the sentence. */
export type KeptWording = Readonly<Record<string, Wording>>
/** What to write where a row keeps a sentence in `field` (of so many characters at most). */
export const kept = <N extends string>(row: { wording: KeptWording | null }, field: N, said: Wording, most: number) =>
  ({ [field]: formatWording('zh-cn', said).slice(0, most), wording: { ...row.wording, [field]: said } }) as Record<N, string> & { wording: KeptWording }
/** A kept sentence in the reader's language; one that was written without its parts is said as it stands. */
export const readPhrase = (lang: Lang, text: string | null, said: Wording | undefined): string | null =>
  text && (said === undefined ? translate(lang, text) : formatWording(lang, said))

/** Lists, details and sheets of an entity with a `wording` say these fields in the reader's language. */
export const storedPhrase = (entity: Entity, fields: readonly string[]): Computation =>
  compute(entity, fields, async ({ db, lang }, rows) => {
    if (lang === 'zh-cn') return
    const ids = rows.map(r => r.id)
    const found = await db.query<{ id: string; wording: KeptWording | null }>(
      sql`select id, wording from ${raw(entity.table)} where tenant_id = ${db.me.tenantId} and id = any(${ids}::uuid[])`,
    )
    const said = new Map(found.map(f => [f.id, f.wording]))
    for (const row of rows as Array<Record<string, unknown>>)
      for (const field of fields) if (typeof row[field] === 'string') row[field] = readPhrase(lang, row[field], said.get(String(row.id))?.[field])
  })
