import sql, { type Sql } from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import type { Db } from '#server/context.ts'
import { admissionLetter } from '../model/admission-letter.ts'
import type { letterRun } from '../model/letter-run.ts'
import { checkedLetters, lacksText } from './letters.ts'

export type Run = Row<typeof letterRun>
const NAMED = 20

/** Letters that a run makes: checked, without a place in a batch. `l` is the letter. */
const waiting = ({ year, level }: Pick<Run, 'year' | 'level'>): Sql =>
  sql`l.year = ${year} and l.state = 'ready' and l.batch_id is null and (${level ?? null}::text is null or l.level = ${level ?? null})`
/** 30-LT2: the letters of a run in print order; one that lacks something is named, and none is made. */
export async function mustBeComplete(db: Db, of: Pick<Run, 'year' | 'level'>): Promise<string[]> {
  const rows = await checkedLetters(db, waiting(of))
  const lacking = rows.filter(r => r.lacks.length)
  const which = lacking.slice(0, NAMED).map(({ name, lacks }) => ({ text: '{name}缺{lacks}', values: { name, lacks: lacksText(lacks) } }))
  if (lacking.length) throw refusalOf(admissionLetter, 'incomplete', { count: lacking.length, which })
  if (!rows.length) throw refusalOf(admissionLetter, 'nobody')
  return rows.map(r => r.id)
}
