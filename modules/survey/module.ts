import { defineModule } from '#model'
import { openForm, saveDesign, submitAnswers, surveyActions } from './model/actions.ts'
import { analysisActions, exportResults, sharedResults, surveyResults, tellOutcome } from './model/analysis-actions.ts'
import './model/flow.ts'
import { guardianActions } from './model/guardian-actions.ts'
import { guardianAsked, guardianReminded, SURVEY_MESSAGES } from './model/messages.ts'
import { SURVEY_PARAMETERS } from './model/parameters.ts'
import { answerSheets, judgeSheet, revealSheet, sheetActions } from './model/sheet-actions.ts'
import { survey, surveyRound } from './model/survey.ts'
import { surveyAnswer, surveyTask, surveyTicket, surveyVersion } from './model/survey-rows.ts'
import { saveTemplate, surveyTemplate, templateActions } from './model/template.ts'

const ASK = ['survey:survey:*', 'survey:surveyTicket:list', 'survey:surveyTemplate:list', 'survey:surveyTemplate:select', saveTemplate.permission]
/** 问卷: questions put to an audience, answered by name, in confidence or anonymously. */
export default defineModule({
  code: 'survey',
  name: '问卷',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'family'],
  entities: [survey, surveyVersion, surveyTicket, surveyAnswer, surveyTemplate],
  subjects: [survey],
  actions: [...Object.values(surveyRound), ...Object.values(surveyTask), ...surveyActions, ...templateActions, ...analysisActions, ...sheetActions, ...guardianActions],
  menus: [
    {
      title: '问卷管理',
      icon: 'clipboard-list',
      domain: 'daily',
      children: [
        {
          title: '我的问卷',
          path: '/survey/mine',
          component: 'survey/MySurveysPage',
          icon: 'clipboard-pen',
          of: [submitAnswers],
          own: 'everybody',
          service: { title: '问卷', category: 'other' },
        },
        { title: '问卷', path: '/survey/surveys', component: 'survey/SurveyPage', icon: 'clipboard-list', of: [survey, surveyRound.publish, 'survey:surveyTicket:list'] },
        { title: '填写问卷', path: '/survey/fill', component: 'survey/FillPage', of: [openForm], hidden: true },
        { title: '设计', path: '/survey/design', component: 'survey/DesignPage', icon: 'file-check', of: ['survey:survey:list', saveDesign] },
        { title: '答卷', path: '/survey/sheets', component: 'survey/SheetPage', icon: 'file-text', of: [answerSheets, revealSheet, judgeSheet] },
        {
          title: '分析',
          path: '/survey/analysis',
          component: 'survey/AnalysisPage',
          icon: 'chart-column',
          of: [surveyResults, exportResults, tellOutcome, 'survey:surveyTicket:list'],
        },
        { title: '模板', path: '/survey/templates', component: 'survey/TemplatePage', icon: 'layout-grid', of: [surveyTemplate, saveTemplate] },
        { title: '问卷结果', path: '/survey/results', component: 'survey/ResultsPage', of: [sharedResults], hidden: true },
      ],
    },
  ],
  pages: [{ path: '/fktjwj', title: '问卷', component: 'survey/PublicSurveyPage', access: 'open', frame: 'bare' }],
  messages: [guardianAsked, guardianReminded, ...Object.values(SURVEY_MESSAGES)],
  parameters: SURVEY_PARAMETERS,
  grants: {
    officer: [...ASK, 'survey:surveyTemplate:*'],
    college: ASK,
    fdy: ASK,
    league: ASK,
    teacher: [submitAnswers.permission],
    student: [submitAnswers.permission],
  },
})
