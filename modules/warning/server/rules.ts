import { handle, seed } from '#server/context.ts'
import { warningSources } from '#server/extensions/warning-sources.ts'
import { translateIfKnown } from '#server/i18n/translate.ts'
import { weights } from '../model/actions.ts'
import { DEFAULT_RULES } from '../model/default-rules.ts'
import { warningRule } from '../model/warning-rule.ts'
import { settingsOf } from './settings.ts'

const read = handle(weights, async ({ db, lang }) => {
  const [rules, limits] = [await db.unscoped(warningRule).all({ isEnabled: true }), await settingsOf(db)] // everybody may read them
  const sources = new Map(db.registered(warningSources).map(s => [s.code, s]))
  return {
    rules: rules
      .toSorted((a, b) => b.points - a.points || a.code.localeCompare(b.code))
      .flatMap(({ title, source, points, decayDays, maxCount }) => {
        const from = sources.get(source)
        return from ? [{ title: translateIfKnown(lang, title), sourceTitle: translateIfKnown(lang, from.title), points, decayDays, maxCount }] : []
      }),
    ...{ noticeFrom: limits.noticeFrom, lookFrom: limits.lookFrom, urgentFrom: limits.urgentFrom },
  }
})
export default [
  read,
  seed('warning.rules', db =>
    db
      .insertMany(
        warningRule,
        DEFAULT_RULES.map(r => ({ ...r, isEnabled: true })),
        { skipExisting: true, history: false },
      )
      .then(() => undefined),
  ),
]
