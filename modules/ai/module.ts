import { defineModule } from '#model'
import { askDocuments, askState } from './model/ask.ts'
import { aiCall, draftText, judgeAiCall, myAiCalls } from './model/call.ts'
import { filterBySentence } from './model/filter.ts'
import { AI_MESSAGES } from './model/messages.ts'
import { aiProvider, testAiProvider } from './model/provider.ts'
import { aiQuota } from './model/quota.ts'
import { summariseAnswers } from './model/summary.ts'
import { aiTestCase } from './model/test-case.ts'
import { adoptVersion, aiTestResult, aiTestRun, rerunTests, runningTests, testResults } from './model/test-run.ts'
import { aiUse } from './model/use.ts'

export default defineModule({
  code: 'ai',
  name: '智能助手',
  needs: ['campus', 'student', 'system', 'message', 'query', 'workflow', 'survey'],
  entities: [aiProvider, aiUse, aiQuota, aiCall, aiTestCase, aiTestRun, aiTestResult],
  actions: [testAiProvider, draftText, judgeAiCall, myAiCalls, askDocuments, askState, filterBySentence, summariseAnswers, adoptVersion, rerunTests, runningTests, testResults],
  menus: [
    {
      title: '通知与消息',
      icon: 'megaphone',
      domain: 'manage',
      children: [{ title: '问一问', path: '/ai/ask', component: 'ai/AskPage', icon: 'message-square', own: 'everybody', service: { category: 'office' } }],
    },
    {
      title: '系统管理',
      icon: 'settings',
      domain: 'manage',
      children: [
        {
          title: 'AI 配置',
          path: '/ai/settings',
          component: 'ai/AiSettingsPage',
          icon: 'sparkles',
          of: [aiProvider, testAiProvider, aiUse, aiQuota, aiCall, draftText, aiTestCase, aiTestRun, adoptVersion, rerunTests],
        },
      ],
    },
  ],
  messages: Object.values(AI_MESSAGES),
  grants: {
    admin: ['ai:*'],
    ...Object.fromEntries(['officer', 'college', 'league', 'fdy', 'bzr'].map(role => [role, [draftText.permission]])),
  },
})
