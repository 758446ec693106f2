import { defineModule } from '#model'
import { analysisActions, readAnalysis } from './model/analysis-actions.ts'
import { testAdjustment, testAnswer, testAttempt, testCandidate, testFlag } from './model/attempt.ts'
import { questionBank } from './model/bank.ts'
import { testCorrection } from './model/correction.ts'
import { testExtension } from './model/extension.ts'
import './model/flow.ts'
import { testMark } from './model/mark.ts'
import { markActions, readMarking } from './model/mark-actions.ts'
import { TEST_MESSAGES } from './model/messages.ts'
import { testPaper } from './model/paper.ts'
import { paperActions } from './model/paper-actions.ts'
import { TEST_PARAMETERS } from './model/parameters.ts'
import { testQuestion, testQuestionVersion } from './model/question.ts'
import { questionActions } from './model/question-actions.ts'
import { testRecheck } from './model/recheck.ts'
import { checkRecheck, recheckActions } from './model/recheck-actions.ts'
import { testRound, testSchedule } from './model/schedule.ts'
import { myPaper, myWrong, readRules, sitActions, startTest } from './model/sit-actions.ts'
import * as staff from './model/staff-actions.ts'
import { testStatistics } from './model/statistics.ts'
import { testTask } from './model/task.ts'

const KEEP = ['test:questionBank:*', 'test:testQuestion:*', 'test:testPaper:*']
const ARRANGE = [
  'test:testSchedule:*',
  'test:testCandidate:*',
  'test:testFlag:*',
  'test:testRecheck:*',
  'test:testAttempt:list',
  'test:testAttempt:export',
  staff.watchTest.permission,
  readMarking.permission,
]
const ADJUST = 'test:testAdjustment:*'
/** 在线测试: banks of questions, papers drawn from them, and tests for thousands at once. */
export default defineModule({
  code: 'test',
  name: '在线测试',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'growth'],
  entities: [
    questionBank,
    testQuestion,
    testQuestionVersion,
    testPaper,
    testSchedule,
    testCandidate,
    testAttempt,
    testAnswer,
    testMark,
    testFlag,
    testAdjustment,
    testCorrection,
    testExtension,
    testRecheck,
  ],
  subjects: [testSchedule],
  actions: [
    ...questionActions,
    ...paperActions,
    ...Object.values(testRound),
    ...Object.values(testTask),
    ...sitActions,
    ...staff.staffActions,
    ...markActions,
    ...analysisActions,
    ...recheckActions,
    testStatistics,
    testStatistics.sheet,
  ],
  events: ['test.passed', 'test.released'],
  messages: Object.values(TEST_MESSAGES),
  parameters: TEST_PARAMETERS,
  menus: [
    {
      title: '在线测试',
      icon: 'file-check',
      domain: 'daily',
      children: [
        {
          title: '我的考试',
          path: '/test/mine',
          component: 'test/MyTestsPage',
          icon: 'clipboard-pen',
          of: [startTest],
          own: 'student',
          service: { title: '在线测试', category: 'other' },
        },
        { title: '作答', path: '/test/sit', component: 'test/SitTestPage', of: [startTest, readRules], hidden: true },
        { title: '我的答卷', path: '/test/paper', component: 'test/MyTestPaperPage', of: [myPaper], hidden: true },
        { title: '错题本', path: '/test/wrong', component: 'test/MyWrongPage', of: [myWrong], hidden: true },
        { title: '题库', path: '/test/banks', component: 'test/QuestionBankPage', icon: 'database', of: [questionBank] },
        { title: '试题', path: '/test/questions', component: 'test/TestQuestionPage', icon: 'list-checks', of: [testQuestion, ...questionActions] },
        { title: '组卷', path: '/test/papers', component: 'test/TestPaperPage', icon: 'file-text', of: [testPaper, ...paperActions] },
        {
          title: '考试安排',
          path: '/test/schedules',
          component: 'test/TestSchedulePage',
          icon: 'calendar-clock',
          of: [testSchedule, testRound.publish, staff.releaseResults, testTask.board],
        },
        {
          title: '监考',
          path: '/test/watch',
          component: 'test/InvigilationPage',
          icon: 'monitor',
          of: [staff.watchTest, testAttempt, testFlag],
        },
        { title: '阅卷', path: '/test/marking', component: 'test/TestMarkingPage', icon: 'clipboard-list', of: [readMarking] },
        { title: '考试成绩', path: '/test/scores', component: 'test/TestScorePage', icon: 'chart-column', of: [testCandidate, staff.grantAttempt] },
        { title: '成绩复核', path: '/test/rechecks', component: 'test/TestRecheckPage', icon: 'clipboard-check', of: [testRecheck, checkRecheck] },
        { title: '试题分析', path: '/test/analysis', component: 'test/TestAnalysisPage', icon: 'chart-column', of: [readAnalysis] },
        { title: '考试统计', path: '/test/statistics', component: 'test/TestStatisticsPage', icon: 'chart-column', of: [testStatistics] },
        { title: '考试便利', path: '/test/adjustments', component: 'test/TestAdjustmentPage', icon: 'clock', of: [testAdjustment] },
      ],
    },
  ],
  grants: {
    officer: [...KEEP, ...ARRANGE, ADJUST],
    college: [...KEEP, ...ARRANGE, ADJUST],
    league: [...KEEP, ...ARRANGE],
    fdy: [...KEEP, ...ARRANGE, ADJUST],
    teacher: [...KEEP, ...ARRANGE],
    student: [startTest.permission],
  },
})
