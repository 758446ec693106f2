import { sanitise } from '#model/rich.ts'
import { handle } from '#server/context.ts'
import { answerSearch, emptySearch, ignoreSearch } from '../model/counts.ts'
import { faqItem } from '../model/pieces.ts'
import { mustBe } from './pieces.ts'
import { pagesChanged } from './revisions.ts'

/** The answer is written where the question was counted, and is found by its words from then on. */
const answer = handle(answerSearch, async ({ db, refuse }, { id, channelId, question, category, answer: text }) => {
  const row = await db.visible(emptySearch).lock(id)
  if (row.state !== 'open') refuse('settled', { words: row.words })
  await mustBe(db, channelId, 'faq')
  const made = await db.insert(faqItem, { channelId, question, category, answer: (await sanitise(text)).html, words: row.words })
  await db.update(emptySearch, id, { state: 'answered', faqItemId: made.id })
  await pagesChanged(db)
  return { faqItemId: made.id }
})
const ignore = handle(ignoreSearch, async ({ db, refuse }, { id }) => {
  const row = await db.visible(emptySearch).lock(id)
  if (row.state !== 'open') refuse('settled', { words: row.words })
  await db.update(emptySearch, id, { state: 'ignored' })
})
export default [answer, ignore]
