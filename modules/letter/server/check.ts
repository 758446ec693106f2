import sql from 'sql-template-tag'
import { notAllowed } from '#model'
import { handle } from '#server/context.ts'
import { formatWording, translate } from '#server/i18n/translate.ts'
import { checkLetters, prepareLetters, reopenLetter } from '../model/actions.ts'
import { admissionLetter } from '../model/admission-letter.ts'
import { checkedLetters, lacksText, makeLetters } from './letters.ts'

const SHOWN = 200
const prepare = handle(prepareLetters, async ({ db }, { year }) => ({ made: await makeLetters(db, sql`a.year = ${year}`) }))
/** 30-LT2: whoever lacks something stays to be checked. */
const check = handle(checkLetters, async ({ db, lang }, { year, ids }) => {
  const chosen = ids?.length ? sql`l.id = any(${ids.flatMap(id => id ?? [])}::uuid[])` : sql`true`
  const mine = db.visible(admissionLetter).rows()
  const rows = await checkedLetters(db, sql`l.year = ${year} and l.state = 'toCheck' and ${chosen} and l.id in (select id from ${mine} m)`)
  const complete = rows.filter(r => !r.lacks.length).map(r => r.id)
  const done = await db.updateWhere(admissionLetter, { id: complete, state: 'toCheck' }, { state: 'ready' })
  const lacking = rows.filter(r => r.lacks.length)
  const separator = translate(lang, '、')
  return {
    ...{ ready: done.length, lacking: lacking.length },
    rows: lacking.slice(0, SHOWN).map(({ id, name, lacks }) => ({
      id,
      name,
      lacks: lacksText(lacks)
        .map(l => formatWording(lang, l))
        .join(separator),
    })),
  }
})
/** A letter that has its number already is being made. */
const reopen = handle(reopenLetter, async ({ db }, { id }) => {
  const row = await db.visible(admissionLetter).lock(id, 'reopen')
  if (row.batchId) throw notAllowed(admissionLetter, row, 'reopen')
  await db.update(admissionLetter, id, { state: 'toCheck' })
})
export default [prepare, check, reopen]
