import { refusalOf } from '#model'
import { handle } from '#server/context.ts'
import { desktops } from '#server/extensions/desk-parts.ts'
import { translate } from '#server/i18n/translate.ts'
import { pinnedQuestions, pinQuestion, unpinQuestion } from '../model/actions.ts'
import { questionPin } from '../model/question-pin.ts'
import { answered, sentenceOf, topOf } from './answer.ts'
import { offeredQuestions, prepared } from './asked.ts'
import { ownPins, pinnedCodes } from './pinned-codes.ts'

const WIDGET = 'question.pinned'
/** On one desktop: each is asked anew whenever it opens. */
const MOST = 6
export default [
  handle(pinQuestion, async (ctx, { code, departmentId = null, grade = null }) => {
    const { db } = ctx
    await prepared(ctx, { code, departmentId, grade })
    const pinned = await pinnedCodes(db)
    if (!pinned.has(code) && pinned.size >= MOST) throw refusalOf(pinQuestion, 'most', { most: MOST })
    await db.upsert(questionPin, ['userId', 'code'], [{ userId: db.me.userId, code, departmentId, grade }])
    await desktops.of(db)?.show(ctx, WIDGET)
  }),
  handle(unpinQuestion, async ({ db }, { code }) => {
    await db.removeWhere(questionPin, { userId: db.me.userId, code })
  }),
  handle(pinnedQuestions, async ctx => {
    const offered = new Set(offeredQuestions(ctx).map(q => q.code))
    const answers = []
    for (const { code, departmentId, grade } of await ownPins(ctx.db)) {
      if (!offered.has(code)) continue
      const ready = await prepared(ctx, { code, departmentId, grade })
      const found = await answered(ctx, ready)
      answers.push({ code, departmentId, grade, title: translate(ctx.lang, ready.of.title), sentence: sentenceOf(ctx, ready.of, found.now, topOf(found)) })
    }
    return { answers }
  }),
]
