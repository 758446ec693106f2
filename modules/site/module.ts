import { defineModule } from '#model'
import * as actions from './model/actions.ts'
import { contentChannel } from './model/channel.ts'
import { chargeTable, publishCharges, renewCharges } from './model/charge-table.ts'
import { contentItem, contentRevision } from './model/content-item.ts'
import { answerSearch, contentView, emptySearch, ignoreSearch } from './model/counts.ts'
import { SITE_MESSAGES } from './model/messages.ts'
import { SITE_PARAMETERS } from './model/parameters.ts'
import { faqItem, guideStep, overviewBlock } from './model/pieces.ts'
import { myContent, readContent } from './model/reader.ts'
import { siteStatistics } from './model/statistics.ts'

const { submitContent, publishContent, withdrawContent, pinContent, restoreContent } = actions
const KEEP = ['list', 'add', 'update', 'remove', 'export', 'submit', 'withdraw', 'pin', 'restore'].map(verb => `site:contentItem:${verb}`)
const WRITING = [...KEEP, 'site:contentRevision:list', 'site:contentView:*', siteStatistics.permission, 'site:contentChannel:list']
const PIECES = ['site:contentChannel:*', 'site:faqItem:*', 'site:guideStep:*', 'site:overviewBlock:*', 'site:chargeTable:*', 'site:emptySearch:*']

export default defineModule({
  code: 'site',
  name: '网站内容',
  needs: ['system', 'campus', 'student', 'message', 'workflow', 'dormitory', 'money', 'exchange', 'fee', 'admission', 'welcome'],
  entities: [contentChannel, contentItem, contentRevision, faqItem, guideStep, overviewBlock, chargeTable, contentView, emptySearch],
  actions: [...actions.contentActions, publishCharges, renewCharges, answerSearch, ignoreSearch, siteStatistics, myContent, readContent],
  ports: { publicPage: '/site' },
  menus: [
    {
      title: '网站管理',
      icon: 'globe',
      domain: 'manage',
      children: [
        {
          title: '内容',
          path: '/site/items',
          component: 'site/ContentItemPage',
          icon: 'file-text',
          of: [contentItem, submitContent, publishContent, withdrawContent, pinContent, restoreContent, contentRevision, contentView],
        },
        { title: '学校公告', path: '/site/read', component: 'site/MyContentPage', icon: 'megaphone', own: 'everybody' },
        { title: '栏目', path: '/site/channels', component: 'site/ContentChannelPage', icon: 'layers', of: [contentChannel] },
        { title: '办事指南', path: '/site/steps', component: 'site/GuideStepPage', icon: 'list-checks', of: [guideStep] },
        { title: '常见问题', path: '/site/questions', component: 'site/FaqItemPage', icon: 'message-square', of: [faqItem, emptySearch, answerSearch, ignoreSearch] },
        { title: '收费标准', path: '/site/charges', component: 'site/ChargeTablePage', icon: 'receipt', of: [chargeTable, publishCharges, renewCharges] },
        { title: '学校概况', path: '/site/overview', component: 'site/OverviewBlockPage', icon: 'school', of: [overviewBlock] },
        { title: '网站统计', path: '/site/statistics', component: 'site/SiteStatisticsPage', icon: 'chart-column', of: [siteStatistics] },
      ],
    },
  ],
  pages: [{ path: '/welcome/content', title: '学校公告', component: 'site/WelcomeContentPage', access: 'signedIn', frame: 'bare', isEntry: true }],
  messages: Object.values(SITE_MESSAGES),
  events: ['site.published'],
  grants: {
    officer: [...WRITING, publishContent.permission, ...PIECES],
    admissions: [...WRITING, publishContent.permission, ...PIECES],
    college: WRITING,
    league: WRITING,
  },
  parameters: SITE_PARAMETERS,
})
