import { defineModule } from '#model'
import { askQuestion, questionActions, questionList } from './model/actions.ts'
import { questionPin } from './model/question-pin.ts'

/** 常问: what the office asks again and again, answered for any day from what the modules declare. */
export default defineModule({
  code: 'question',
  name: '常问',
  needs: ['system', 'campus', 'student'],
  entities: [questionPin],
  actions: questionActions,
  menus: [
    {
      title: '统计',
      icon: 'chart-column',
      domain: 'data',
      children: [
        {
          title: '常问',
          path: '/question/questions',
          component: 'question/QuestionsPage',
          icon: 'chart-column',
          of: [questionList],
          service: { title: '常问', category: 'other' },
        },
        { title: '回答', path: '/question/answer', component: 'question/AnswerPage', of: [askQuestion], hidden: true },
      ],
    },
  ],
  widgets: [{ code: 'question.pinned', title: '桌面上的常问', component: 'question/PinnedWidget', size: [4, 3], least: [3, 2], permission: 'question:question:ask', for: 'staff' }],
  grants: Object.fromEntries(['admin', 'officer', 'college', 'fdy', 'bzr'].map(role => [role, ['question:question:ask']])),
})
