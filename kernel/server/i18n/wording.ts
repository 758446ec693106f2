import sql, { raw } from 'sql-template-tag'
import type { Entity, Issue, Phrase, Wording } from '#model'
import { type Computation, compute, type Lang } from '../context.ts'
import { formatWording, translate } from './translate.ts'

type Word = string | Phrase
/** A name with a note: `张三（软件2301）`. */
export const withNote = (name: Word, note: Word | null | undefined): Word => (note ? { text: '{name}（{note}）', values: { name, note } } : name)

/** The first `most` names, with the total if there are more. */
export const firstOf = (names: readonly Word[], most: number): Phrase => shortened('{names}等 {count} 项', names, most)
/** Same for people. */
export const firstPeople = (names: readonly Word[], most: number): Phrase => shortened('{names}等 {count} 人', names, most)
const shortened = (text: string, names: readonly Word[], most: number): Phrase =>
  names.length > most ? { text, values: { names: names.slice(0, most), count: names.length } } : { text: '{names}', values: { names } }

/** Joins issues into one phrase, to be stored or sent. */
export const phraseOf = (issues: readonly Issue[]): Phrase =>
  issues
    .map(({ text, values }) => ({ text, ...(values ? { values: values as NonNullable<Phrase['values']> } : {}) }))
    .reduce((before: Phrase | undefined, next): Phrase => (before ? { text: '{before}；{next}', values: { before, next } } : next), undefined) ?? { text: '' }

/** Phrases a row stores beside its Chinese text fields, by field: filters and other versions of the program read the text, readers get the phrase. */
export type StoredWording = Readonly<Record<string, Wording>>
/** Values to write for a phrase stored in `field` (of at most `most` characters). */
export const phraseValues = <N extends string>(row: { wording: StoredWording | null }, field: N, said: Wording, most: number) =>
  ({ [field]: formatWording('zh-cn', said).slice(0, most), wording: { ...row.wording, [field]: said } }) as Record<N, string> & { wording: StoredWording }
/** A stored phrase in the reader's language; a text stored without one is translated as it stands. */
export const readPhrase = (lang: Lang, text: string | null, said: Wording | undefined): string | null =>
  text && (said === undefined ? translate(lang, text) : formatWording(lang, said))

/** Translates these fields of an entity with a `wording` in lists, details and sheets. */
export const storedPhrase = (entity: Entity, fields: readonly string[]): Computation =>
  compute(entity, fields, async ({ db, lang }, rows) => {
    if (lang === 'zh-cn') return
    const ids = rows.map(r => r.id)
    const found = await db.query<{ id: string; wording: StoredWording | null }>(
      sql`select id, wording from ${raw(entity.table)} where tenant_id = ${db.me.tenantId} and id = any(${ids}::uuid[])`,
    )
    const said = new Map(found.map(f => [f.id, f.wording]))
    for (const row of rows as Array<Record<string, unknown>>)
      for (const field of fields) if (typeof row[field] === 'string') row[field] = readPhrase(lang, row[field], said.get(String(row.id))?.[field])
  })
