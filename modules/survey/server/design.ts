import { refusalOf } from '#model'
import { handle } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { readDesign, saveDesign } from '../model/actions.ts'
import { DESIGN_PROBLEMS, problemsOf } from '../model/check-questions.ts'
import { survey } from '../model/survey.ts'
import { surveyVersion } from '../model/survey-rows.ts'
import { changedBeyondWording } from '../model/versions.ts'
import { questionsOf } from './versions.ts'

export default [
  handle(readDesign, async ({ db, lang }, { id }) => {
    const row = await db.visible(survey).one(id)
    const questions = await questionsOf(db, row)
    const { name, kind, anonymity, versionNo } = row
    const problems = problemsOf(questions).map(({ key, rule, values }) => ({ key, rule, text: formatWording(lang, { text: DESIGN_PROBLEMS[rule], values }) }))
    return { name, kind, anonymity, versionNo, isFrozen: row.state !== 'draft', questions, problems }
  }),
  handle(saveDesign, async ({ db, refuse }, { id, versionNo, questions }) => {
    const row = await db.visible(survey).lock(id)
    if (versionNo !== row.versionNo) refuse('version', { now: row.versionNo })
    const of = { surveyId: id, no: row.versionNo }
    if (row.state === 'draft') {
      await db.updateWhere(surveyVersion, of, { questions })
      return { versionNo }
    }
    const changed = changedBeyondWording(await questionsOf(db, row), questions)
    if (changed) throw refusalOf(survey, 'beyondWording', { name: row.name, title: changed.title })
    await db.insert(surveyVersion, { surveyId: id, no: versionNo + 1, questions })
    await db.update(survey, id, { versionNo: versionNo + 1 })
    return { versionNo: versionNo + 1 }
  }),
]
