import { compute, handle } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { DESIGN_PROBLEMS, problemsOf } from '../model/check-questions.ts'
import { isSilent } from '../model/question.ts'
import { survey } from '../model/survey.ts'
import { surveyVersion } from '../model/survey-rows.ts'
import { applyTemplate, readTemplate, saveTemplate, surveyTemplate } from '../model/template.ts'
import { questionsOf } from './versions.ts'

export default [
  compute(surveyTemplate, ['questionCount'], async ({ db }, rows) => {
    const found = await db.unscoped(surveyTemplate).all({ id: rows.map(r => r.id) }) // of rows the caller reads
    for (const row of rows) Object.assign(row, { questionCount: found.find(f => f.id === row.id)?.questions?.filter(q => !isSilent(q)).length ?? 0 })
  }),
  handle(readTemplate, async ({ db }, { id }) => ({ questions: (await db.visible(surveyTemplate).one(id)).questions ?? [] })),
  handle(saveTemplate, async ({ db, me, lang, refuse }, { surveyId, title, summary }) => {
    const row = await db.visibleFor(survey, 'survey:survey:list').one(surveyId)
    const { name, kind } = row
    const questions = await questionsOf(db, row)
    if (!questions.length) refuse('empty', { name }, 'surveyId')
    const problems = problemsOf(questions)
    const what = problems.map(({ rule, values }) => formatWording(lang, { text: DESIGN_PROBLEMS[rule], values })).join('；')
    if (problems.length) refuse('broken', { name, n: problems.length, what }, 'surveyId')
    await db.insert(surveyTemplate, { title: title.trim(), kind, summary: summary?.trim() || null, questions, ownerId: me.userId || null })
  }),
  handle(applyTemplate, async ({ db, refuse }, { id, versionNo, templateId }) => {
    const row = await db.visible(survey).lock(id)
    if (row.state !== 'draft') refuse('published', { name: row.name })
    if (versionNo !== row.versionNo) refuse('version', { now: row.versionNo })
    const { questions } = await db.unscoped(surveyTemplate).one(templateId) // for whoever asks surveys
    await db.updateWhere(surveyVersion, { surveyId: id, no: row.versionNo }, { questions })
    return { questions: questions ?? [] }
  }),
]
