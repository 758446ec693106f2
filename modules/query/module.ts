import { defineModule } from '#model'
import { PARAMETERS } from './model/parameters.ts'
import * as m from './model/query.ts'

export default defineModule({
  code: 'query',
  name: '查询工具',
  needs: ['campus', 'student', 'system'],
  ports: { savedQueries: m.myQueries },
  entities: [m.savedQuery, m.queryRun],
  actions: [m.subjects, m.myQueries, m.runQuery, m.exportQuery, m.tile],
  messages: [m.queryReady],
  parameters: PARAMETERS,
  widgets: [{ code: 'query.tiles', title: '我的查询', component: 'query/QueriesWidget', size: [4, 3], least: [3, 2], permission: 'query:savedQuery:run', for: 'staff' }],
  menus: [
    {
      title: '查询工具',
      icon: 'search',
      domain: 'data',
      children: [
        { title: '查询', path: '/query/queries', component: 'query/QueryPage', icon: 'search', of: [m.savedQuery, m.runQuery, m.exportQuery] },
        { title: '查询记录', path: '/query/runs', component: 'query/QueryRunPage', icon: 'history', of: [m.queryRun] },
      ],
    },
  ],
  grants: {
    admin: ['query:*'],
    officer: ['query:savedQuery:*', 'query:queryRun:list'],
    college: ['query:savedQuery:*', 'query:queryRun:list'],
    fdy: ['query:savedQuery:*'],
    bzr: ['query:savedQuery:*'],
  },
})
