import { definePart } from '#model'
import { recognitionActions } from './model/actions.ts'
import { readSurvey, recognitionApplication, saveSurvey } from './model/application.ts'
import { aidBatch, aidBatchQualify } from './model/batch.ts'
import './model/flow.ts'
import * as act from './model/actions.ts'
import { indexModel } from './model/index-model.ts'
import { RECOGNITION_MESSAGES } from './model/messages.ts'
import { HARDSHIP_PARAMETERS } from './model/parameters.ts'
import { aidRecognition } from './model/recognition.ts'
import { specialList } from './model/special-list.ts'
import { aidSurvey } from './model/survey.ts'

const LIST = 'hardship:aidRecognition:list'
const EXPORT = 'hardship:aidRecognition:export'
const REVEAL = 'hardship:aidRecognition:reveal'
const PROFILES = ['exchange:exportProfile:list', 'exchange:exportProfile:make', 'exchange:exportLog:list', 'exchange:exportLog:again']
const PRINT = 'sheet:print:issue'
const BATCHES = 'hardship:aidBatch:list'

/** The yearly decision: batches, index models, surveys, applications with their scores, and the confirmation of levels. */
export default definePart({
  code: 'recognition',
  needs: ['levels'],
  entities: [indexModel, aidBatch, aidSurvey, aidRecognition, specialList],
  subjects: [aidRecognition],
  actions: [...recognitionActions, ...Object.values(aidBatchQualify), ...Object.values(recognitionApplication), saveSurvey, readSurvey],
  menus: [
    {
      title: '申请困难认定',
      path: '/hardship/apply',
      component: 'hardship/ApplyRecognitionPage',
      icon: 'clipboard-pen',
      of: [recognitionApplication.apply],
      own: 'student',
      service: { title: '申请困难认定', category: 'money' },
    },
    { title: '我的困难认定', path: '/hardship/mine', component: 'hardship/MyHardshipPage', icon: 'hand-heart', of: [recognitionApplication.apply], own: 'student' },
    { title: '认定批次', path: '/hardship/batches', component: 'hardship/BatchPage', icon: 'calendar-range', of: [aidBatch, act.confirmLevels] },
    {
      title: '认定审核',
      path: '/hardship/recognitions',
      component: 'hardship/RecognitionPage',
      icon: 'list-checks',
      of: [aidRecognition, act.proposeLevel, act.confirmJumps, readSurvey, PRINT],
    },
    { title: '指标体系', path: '/hardship/models', component: 'hardship/ModelPage', icon: 'sliders-horizontal', of: [indexModel] },
    { title: '特殊群体名单', path: '/hardship/special', component: 'hardship/SpecialListPage', icon: 'user-check', of: [specialList] },
  ],
  parameters: HARDSHIP_PARAMETERS,
  messages: Object.values(RECOGNITION_MESSAGES),
  grants: {
    officer: ['hardship:aidBatch:*', 'hardship:indexModel:*', 'hardship:specialList:*', LIST, EXPORT, REVEAL, act.proposeLevel.permission, readSurvey.permission, PRINT],
    college: [BATCHES, 'hardship:indexModel:list', LIST, EXPORT, ...PROFILES, act.proposeLevel.permission, act.confirmJumps.permission, readSurvey.permission, PRINT],
    fdy: [BATCHES, 'hardship:indexModel:list', LIST, act.proposeLevel.permission, readSurvey.permission],
    student: [recognitionApplication.apply.permission],
  },
})
